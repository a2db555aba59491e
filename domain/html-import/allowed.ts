const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));

/** The elements that mail programs show alike and that load or run nothing. */
export const elements = words(
  'a abbr address article aside b bdi bdo big blockquote br caption center cite code col colgroup dd del dfn div dl dt em ' +
    'figcaption figure font footer h1 h2 h3 h4 h5 h6 header hr i ins kbd li main mark nav ol p pre q s samp section small span ' +
    'strike strong sub sup table tbody td tfoot th thead time tr tt u ul var wbr',
);

/** Attributes of any element. All others are refused, so that a new attribute of a browser isn't let in. */
export const attributes = words(
  'abbr align alt axis bgcolor border cellpadding cellspacing cite class color cols colspan compact datetime dir face frame headers ' +
    'height href hspace id lang name noshade nowrap rel reversed role rowspan rules scope size span start style summary ' +
    'target title type valign value vspace width',
);

/** Attributes that style the page itself when they stand on html, head or body. */
export const rootStyles = words('style bgcolor background text link vlink alink color');
export const scriptElements = words('script noscript svg math template');
export const formElements = words('form input button select textarea option optgroup datalist output label fieldset legend keygen isindex');
export const formAttributes = words('action formaction form method enctype');
export const frameElements = words('iframe frame frameset noframes object embed applet param portal fencedframe');
export const remoteElements = words('img video audio source track picture image bgsound');
export const remoteAttributes = words('src srcset background poster data lowsrc dynsrc longdesc ping xlink:href');
