-- Where tickets and requests for refunds came from, as sales and enrolments say it.
alter table tickets
  add column source text not null default 'hand'
    constraint tickets_source check (source in ('hand', 'site', 'stripe', 'import'));
alter table refund_requests
  add column source text not null default 'hand'
    constraint refund_requests_source check (source in ('hand', 'site', 'stripe', 'import'));

-- Of what stands, the facts that sites have told know it. Nothing that a site reads changes by that.
alter table tickets disable trigger tells_ticket_update;
update tickets t set source = case when f.key_id is null then 'import' else 'site' end
from site_facts f cross join lateral jsonb_array_elements_text(f.answer -> 'tickets') as told (code)
where f.kind in ('ticket', 'charge') and jsonb_typeof(f.answer -> 'tickets') = 'array' and t.code = told.code;
alter table tickets enable trigger tells_ticket_update;
update refund_requests r set source = 'site'
from site_facts f where f.kind = 'refund_request' and f.answer ->> 'id' = r.id::text;

create index tickets_event_source on tickets (event_id, source, id);
grant insert (source) on tickets to provost_site;
grant insert (source) on refund_requests to provost_site;
