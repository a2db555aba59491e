import { isPublicPath } from '../../domain/access/screens.ts';
import type { PageBoot } from '../../domain/session/contract.ts';
import { defaultTheme } from '../../domain/themes/theme.ts';
import { themeCss } from '../../domain/themes/theme-css.ts';
import { pageDescription } from '../../i18n/page-server.ts';
import { newSecret } from '../services/ids.ts';
import type { HostTenant } from './context.ts';
import type { Env } from './env.ts';
import { pagePolicy } from './headers.ts';
import { preloadLinks, preloadNames, styleLink } from './preload.ts';

type Boot = PageBoot | { unknownHost: true; reportOrigin: null };
/** What a page is made of: the script's data, and its notices as HTML under the page's nonce. */
export type PageParts = { page: Boot; getNotices: ((nonce: string) => string) | null };

// In a script element only `<` can end or open something. U+2028 and U+2029 are valid in JSON but not in every script parser.
const scriptSafe = (value: unknown) =>
  JSON.stringify(value).replaceAll('<', '\\u003c').replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');

// HTMLRewriter escapes only quotation marks in attributes.
const attributeSafe = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/**
 * The index page with the tenant's title, icon, language, description, colors and the answer of login/config, under a fresh nonce. It
 * carries neither ETag nor Last-Modified, and no conditional header reaches the asset: a 304 would pair a new nonce with an old body.
 */
export async function servePage(
  env: Env,
  url: URL,
  tenant: HostTenant | null,
  { page: boot, getNotices }: PageParts,
  httpStatus = 200,
  ancestors?: readonly string[],
): Promise<Response> {
  // The binding uses the runtime's own types.
  const asset = (await env.ASSETS.fetch(new Request(new URL('/index.html', url)) as never)) as unknown as Response;
  const nonce = newSecret();
  const theme = tenant?.theme ?? defaultTheme;
  const hasFrame = tenant !== null && !isPublicPath(url.pathname);
  // The browser draws the first frame before it has the style sheets that come after it.
  let stylesAfterFrame = '';
  const rewriter = new HTMLRewriter()
    .on('html', { element: (element) => void element.setAttribute('lang', tenant?.language ?? 'pt-BR') })
    .on('title', { element: (element) => void element.setInnerContent(tenant ? theme.pageTitle || tenant.name : 'Mirante') })
    .on('meta[name="description"]', {
      element: (element) =>
        void element.setAttribute('content', attributeSafe(tenant ? pageDescription(tenant.language, tenant.name) : 'Mirante')),
    })
    // An unknown host has no files: its page keeps the inline icon.
    .on('link[rel="icon"]', {
      element: (element) => void (tenant && element.setAttribute('href', `/storage/${theme.favicon ?? defaultIcon}`)),
    })
    .on('meta[name="route-files"]', {
      element: (element) => {
        // An unknown host gets the "not found" page, whatever the path.
        const names = preloadNames(tenant ? url.pathname : '/domain/notfound', tenant?.language ?? 'pt-BR');
        const { code, styles } = preloadLinks(element.getAttribute('content') ?? '', names, nonce, hasFrame);
        // A page without a first frame has none beside that of the index.
        stylesAfterFrame += styles;
        element.replace(code, { html: true });
      },
    })
    .on('head link[rel="stylesheet"]', {
      element(element) {
        if (!hasFrame) return;
        stylesAfterFrame += styleLink(element.getAttribute('href') ?? '', nonce);
        element.remove();
      },
    })
    .on('meta[property="csp-nonce"]', { element: (element) => void element.setAttribute('nonce', nonce) })
    .on('style#theme', { element: (element) => void element.setInnerContent(themeCss(theme), { html: true }) })
    .on('#first-frame', { element: (element) => void (hasFrame ? undefined : element.remove()) })
    .on('#first-frame b', { element: (element) => void element.setInnerContent(tenant?.name ?? '') })
    .on('#root', {
      element(element) {
        element.before(stylesAfterFrame, { html: true });
        if (getNotices) element.after(getNotices(nonce), { html: true });
      },
    })
    .on('script#boot', { element: (element) => void element.setInnerContent(scriptSafe(boot), { html: true }) })
    // Without its style sheets no script of a page runs: with a first frame, which has several, they load before the scripts.
    .on('script[src]', { element: (element) => void (hasFrame && element.setAttribute('fetchpriority', 'low')) })
    .on('script, style, link[rel="stylesheet"], link[rel="modulepreload"]', {
      element: (element) => void element.setAttribute('nonce', nonce),
    });
  const headers = new Headers({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-cache',
    'content-security-policy': pagePolicy(nonce, env.REPORT_SERVICE_EMBED_ORIGIN, ancestors, getForms(env, url)),
  });
  return rewriter.transform(new Response(asset.body, { status: httpStatus, headers }));
}

// Single sign-on may continue on another unit's host, to which this page posts its code.
const getForms = (env: Env, url: URL): string[] => [
  "'self'",
  ...(url.pathname === '/redirect' ? [env.STAGE === 'production' ? 'https:' : 'http:'] : []),
];

/** Generated from the theme when no icon was uploaded. */
export const defaultIcon = 'mark.svg';
