-- Whoever pays again for a class that they had left has their place again: when it was cancelled says which sale is later.
alter table class_users add column cancelled_at timestamptz(3);

-- Of what stands nobody knows when: by now at the latest, so that no sale of before gives a place back.
alter table class_users disable trigger user;
update class_users set cancelled_at = provost_now() where enrol_status in (1, 3) or cancel_after_refund = 1;
alter table class_users enable trigger user;

create function keep_cancelled_at() returns trigger language plpgsql as $$
begin
  if new.enrol_status in (1, 3) or new.cancel_after_refund = 1 then
    new.cancelled_at := coalesce(new.cancelled_at, provost_now());
  else
    new.cancelled_at := null;
  end if;
  return new;
end
$$;
create trigger class_users_cancelled_at before insert or update of enrol_status, cancel_after_refund, cancelled_at
  on class_users for each row execute function keep_cancelled_at();

alter table class_users add constraint class_users_cancelled_at
  check ((enrol_status in (1, 3) or cancel_after_refund = 1) = (cancelled_at is not null));
