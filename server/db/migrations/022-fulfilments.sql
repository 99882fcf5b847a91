-- Whoever may see an order may see when it was fulfilled, and with which others of their own, whoever fulfilled it.
call guard('fulfilments',
  'program_id = (select provost_scope()) or exists (select from gift_purchases p where p.fulfilment_id = fulfilments.id)',
  'program_id = (select provost_scope())');
