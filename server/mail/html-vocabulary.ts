/** Allowed HTML of mails. Specification: Email templates. */

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

export const ELEMENTS = words(`
  html head title meta style body
  a abbr acronym address article aside b bdi bdo big blockquote br caption center cite code col colgroup dd del dfn dir
  div dl dt em figcaption figure font footer h1 h2 h3 h4 h5 h6 header hgroup hr i img ins kbd li main map area mark menu
  nav nobr ol p picture pre q rp rt ruby s samp section small source span strike strong sub sup table tbody td tfoot th
  thead time tr tt u ul var wbr`);

/** Elements in comments read only by Word: buttons and backgrounds of Outlook. */
export const WORD_ELEMENTS = words(`
  xml o:allowpng o:officedocumentsettings o:p o:pixelsperinch o:targetscreensize w:anchorlock w:worddocument w:view w:zoom
  w:donotoptimizeforbrowser v:background v:fill v:group v:image v:imagedata v:oval v:rect v:roundrect v:shadow v:shape
  v:stroke v:textbox`);

export const REFUSED_ATTRIBUTES = words(`
  action archive classid code codebase contenteditable data formaction manifest ping profile srcdoc`);

export const ADDRESS_ATTRIBUTES = words(`
  background cite dynsrc href imagesrcset longdesc lowsrc poster src srcset usemap`);

export const META_EQUIVALENTS = words('content-language content-type x-ua-compatible');
