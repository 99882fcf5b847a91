import { type Focal, ruleOf } from '../../uploads/rules.ts';
import type { BannerSize, Colors } from '../rules.ts';
import { BANNER_SIZES, SIZE_LABELS } from '../rules.ts';
import type { Picture } from './banner-form.ts';
import classes from './banner-preview.module.css';
import { MovablePicture } from './movable-picture.tsx';

type BannerPreviewProps = {
  size: BannerSize;
  title: string;
  sub_title: string;
  stripe: string | null;
  colors: Colors;
  picture: Picture | null;
  onMove: (focal: Focal) => void;
};

export function BannerPreview({
  size,
  title,
  sub_title,
  stripe,
  colors,
  picture,
  onMove,
}: BannerPreviewProps) {
  const { crop } = ruleOf(BANNER_SIZES[size]);
  if (!crop) return null;
  const { color_1, color_2, color_text, color_button_text, color_button_bg, color_stripe_bg } = colors;
  const name = SIZE_LABELS[size];
  const behind = size === 'small_image' ? '0deg' : '90deg';
  const fade = picture ? ' 46%, transparent 78%' : '';
  return (
    <figure className={classes.figure}>
      <div
        className={classes.box}
        data-size={size}
        style={{ aspectRatio: `${crop.width} / ${crop.height}`, backgroundColor: color_2 }}
      >
        {picture && (
          <MovablePicture
            key={picture.path}
            label={`${name} image`}
            path={picture.path}
            crop={crop}
            focal={picture.focal}
            onMove={onMove}
          />
        )}
        {/* Drawn, as its picture is: to whoever listens, the texts are those of the fields. */}
        <div
          aria-hidden
          className={classes.words}
          style={{
            background: `linear-gradient(${behind}, ${color_1}, ${color_2}${fade})`,
            color: color_text,
          }}
        >
          <div className={classes.text}>
            <span className={classes.title} data-text={title || 'Title'} />
            {sub_title && <span className={classes.sub} data-text={sub_title} />}
            <span
              className={classes.button}
              style={{ background: color_button_bg, color: color_button_text }}
              data-text="Take part"
            />
          </div>
        </div>
        {stripe && (
          <div
            aria-hidden
            className={classes.stripe}
            style={{ background: color_stripe_bg, color: color_text }}
            data-text={stripe}
          />
        )}
      </div>
      <figcaption className={classes.caption}>
        {name} · {crop.width} × {crop.height}
        {picture && ' · drag to move'}
      </figcaption>
    </figure>
  );
}
