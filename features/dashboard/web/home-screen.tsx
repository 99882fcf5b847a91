import { Link } from '@tanstack/react-router';
import { useMenu } from '../../../web/screen.ts';
import { PageHeading } from '../../../web/ui/page-heading.tsx';
import classes from './home-screen.module.css';

/** Where a day starts: the screens that this person may open, in the order of the menu. */
export function HomeScreen() {
  const groups = useMenu().filter(({ group }) => group !== 'Home');
  return (
    <>
      <PageHeading title="Home" />
      {groups.length === 0 && (
        <p>This account holds no permission yet. Ask whoever manages the admin users.</p>
      )}
      <div className={classes.groups}>
        {groups.map(({ group, screens }) => (
          <section key={group} className={classes.group} aria-labelledby={`home-${group}`}>
            <h2 id={`home-${group}`}>{group}</h2>
            <ul>
              {screens.map(({ path, title }) => (
                <li key={path}>
                  <Link to={path}>{title}</Link>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </>
  );
}
