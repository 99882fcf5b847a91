-- Mails to a person who is being erased, or of others that name them: an installation without a mail server keeps each as
-- a file by its number.
create function mails_naming(person integer) returns setof bigint language plpgsql stable as $$
declare
  named jsonb;
  addresses text;
  either text;
begin
  select e.needles into named from public.erasures e where e.user_id = person and e.state = 'running';
  if named is null then return; end if;
  addresses := public.pattern_of(named -> 'addresses', '\w.+-', '[\w-]|\.\w');
  either := coalesce(nullif(concat_ws('|', addresses, public.pattern_of(named -> 'alone')), ''), 'a^');
  return query select m.id from public.mails m where m.to_address ~* coalesce(addresses, 'a^') or m.subject ~* either
    or m.body_text ~* either or m.body_html ~* either;
end
$$;
call make_definer('mails_naming(integer)');
revoke execute on function mails_naming(integer) from provost_scoped;

alter table exports drop constraint exports_file_name_check,
  add constraint exports_file_name_check check (file_name ~ '^[0-9a-f]{32}\.(csv|zip)$');
