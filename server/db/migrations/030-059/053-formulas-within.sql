-- The rule against formulas holds for every separator that a reader may use, as core/csv/csv.ts has it: a cell may begin behind
-- a semicolon, tab, bar or line break within a value. Nearly no text has one of them, and most of those begin with a letter.
create or replace function csv_text(value text) returns text language sql immutable parallel safe
return case
  when value !~ '[;|\u0009\u000a\u000d]' then
    case
      when value collate "C" >= '0' and value collate "C" < '=' or value collate "C" >= 'A' and value collate "C" < E'\x7f'
        then value
      when value ~ '^[ \u000b\u000c\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]*[=+@\uff1d\uff0b\uff0d\uff20-]'
        and value !~ '^[+-]?[0-9]+(?:[.,][0-9]+)?$'
        then '''' || value
      else value
    end
  else
    case
      when value ~ '^[ \u000a-\u000c\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]*[=+@\uff1d\uff0b\uff0d\uff20\u0009\u000d-]'
        and value !~ '^[+-]?[0-9]+(?:[.,][0-9]+)?$'
        then ''''
      else ''
    end || regexp_replace(value,
      '([;|\u0009\u000a\u000d])(?![+-]?[0-9]+(?:[.,][0-9]+)?[;|\u0009\u000a\u000d])'
        '([" \u000b\u000c\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]*[=+@\uff1d\uff0b\uff0d\uff20-])',
      '\1''\2', 'g')
end;
