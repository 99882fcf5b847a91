/** Words that the parser of bodies has for what it refuses, and that nobody should have to read. */
export const PARSERS_WORDS =
  /\b(?:Invalid (?:input|string|option|key|element|email|URL|UUID|ISO|discriminator|number|JSON)|Too (?:big|small)|Unrecognized key|expected (?:string|number|int|boolean|array|object|record|one of|date|null|to be)|received (?:undefined|null|string|number|array|object|NaN)|must match pattern)\b|[<>]=/i;
