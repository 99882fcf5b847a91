-- Kind: contract
-- A recalculation in slices runs, and can be stopped (docs/decisions/240-recalculations-in-slices.md). The version before
-- knows neither, and would answer neither.
alter table recalculations
  drop constraint recalculations_status_check,
  add constraint recalculations_status_check
    check (status in ('waiting', 'running', 'stopped', 'done', 'cancelled')),
  drop constraint recalculations_check,
  add constraint recalculations_check check ((status in ('waiting', 'running', 'stopped')) = (finished_at is null)),
  add constraint recalculations_numbered check (status not in ('running', 'stopped')
    or (number is not null and started_at is not null and last_charge is not null));
