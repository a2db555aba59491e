import { AppError } from '../../../domain/errors/catalogue.ts';
import { escapeHtml } from '../../../domain/text/escape-html.ts';
import type { Context } from '../../request/context.ts';
import { isSigned, signedUrl } from './signed-url.ts';

const name = 'frame.html';

/** The address of the nested document that shows one external page, for one user and ten minutes. */
export async function signedFrame(target: string, userId: string, ctx: Context): Promise<string> {
  const signed = await signedUrl(`${name}|${target}`, userId, ctx);
  return `/storage/${name}?u=${encodeURIComponent(target)}&s=${signed.split('?s=')[1]}`;
}

/** External links are shown inside a separate document, whose policy allows that one origin and nothing else (BEHAVIOUR 17). */
export async function serveFrame(url: URL, ctx: Context): Promise<Response> {
  const target = url.searchParams.get('u') ?? '';
  if (!(await isSigned(`${name}|${target}`, url.searchParams.get('s'), ctx)) || !URL.canParse(target)) throw new AppError('not_found');
  const { origin, href, protocol } = new URL(target);
  if (protocol !== 'https:') throw new AppError('not_found');
  const safe = escapeHtml(href);
  return new Response(
    `<!doctype html><meta charset="utf-8"><title>${safe}</title><style>html,body,iframe{margin:0;border:0;width:100%;height:100%;` +
      `display:block}</style><iframe src="${safe}" title="${safe}" sandbox="allow-scripts allow-same-origin allow-forms allow-popups" ` +
      'referrerpolicy="no-referrer"></iframe>',
    {
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'private, max-age=300',
        'content-security-policy': `default-src 'none'; style-src 'unsafe-inline'; frame-src ${origin}; frame-ancestors 'self'`,
        'x-frame-options': 'SAMEORIGIN',
      },
    },
  );
}
