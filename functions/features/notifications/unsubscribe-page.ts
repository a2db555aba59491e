import { sql } from 'drizzle-orm';
import { raw } from '../../../db/raw.ts';
import { isNotificationKind } from '../../../domain/notifications/words.ts';
import { knownLanguage, type Language } from '../../../domain/session/languages.ts';
import { escapeHtml } from '../../../domain/text/escape-html.ts';
import { derive } from '../../../domain/themes/derive.ts';
import type { Theme } from '../../../domain/themes/theme.ts';
import { mailTexts } from '../../../i18n/mail-server.ts';
import type { Context } from '../../request/context.ts';
import { readBytes } from '../../request/read-bytes.ts';

const unsubscribe = raw('notifications.unsubscribe', { language: 'text?', about: 'text', is_off: 'bool' });
const maxBytes = 2_000;

/** Mail programs post this form (RFC 8058), and so does the button of the page. Anyone may post here, so a large body is never kept. */
async function isOneClick(request: Request): Promise<boolean> {
  const type = request.headers.get('content-type') ?? '';
  if (!/^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i.test(type)) return false;
  try {
    const body = await readBytes(request, maxBytes);
    const form = await new Response(body, { headers: { 'content-type': type } }).formData();
    return form.get('List-Unsubscribe') === 'One-Click';
  } catch {
    // Too large, cut off, or no form.
    return false;
  }
}

/** Colors as declarations, light and dark. */
function getStyle(theme: Theme): string {
  const declared = (mode: 'light' | 'dark') => {
    const c = derive(theme, mode);
    const colors = { bg: c.bg, card: c.card, ink: c.ink, soft: c['ink-2'], line: c['line-2'], btn: c.btn, on: c['btn-ink'], link: c.link };
    return Object.entries(colors)
      .map(([name, value]) => `--${name}:${value}`)
      .join(';');
  };
  return (
    `:root{color-scheme:light dark;${declared('light')}}@media (prefers-color-scheme:dark){:root{${declared('dark')}}}` +
    'body{margin:0;min-height:100vh;display:grid;place-items:center;padding:24px;box-sizing:border-box;background:var(--bg);' +
    'color:var(--ink);font:16px/1.55 system-ui,sans-serif}main{max-width:34rem;padding:28px;border:1px solid var(--line);' +
    'border-radius:12px;background:var(--card)}h1{margin:0 0 12px;font-size:22px;line-height:1.25}' +
    'p{margin:0 0 16px;overflow-wrap:anywhere}a{color:var(--link)}' +
    '.s{color:var(--soft)}button{padding:11px 18px;border:0;border-radius:8px;background:var(--btn);color:var(--on);font:600 16px ' +
    'system-ui,sans-serif;cursor:pointer}button:focus-visible,a:focus-visible{outline:3px solid var(--link);outline-offset:2px}'
  );
}

type Page = { language: Language; status: number; title: string; text: string; button?: string; link: string };

function getPage({ theme, name }: Context['tenant'], { language, status, title, text, button, link }: Page): Response {
  const form = button
    ? `<form method="post"><input type="hidden" name="List-Unsubscribe" value="One-Click"><button>${escapeHtml(button)}</button></form>`
    : `<p><a href="/notifications?panel=mail">${escapeHtml(link)}</a></p>`;
  return new Response(
    `<!doctype html><html lang="${language}"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">` +
      `<meta name="robots" content="noindex"><title>${escapeHtml(title)}</title><style>${getStyle(theme)}</style>` +
      `<main><p class="s">${escapeHtml(name)}</p><h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p>${form}</main></html>`,
    {
      status,
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'",
      },
    },
  );
}

/**
 * `/api/unsubscribe/{token}`: a GET only shows a button, because mail scanners follow links; a POST turns the mail off, without a session,
 * a cookie or a redirect. The database verifies the token.
 */
export async function serveUnsubscribe(request: Request, token: string, ctx: Context): Promise<Response> {
  const isPost = request.method === 'POST';
  const acts = isPost && (await isOneClick(request));
  const [{ rows }] = await ctx.database.withDoor((db) => [
    unsubscribe(
      db,
      sql`select language, about, is_off from app.unsubscribe(${ctx.tenant.id}::uuid, ${token}, ${acts}::boolean, ${ctx.address},
        ${ctx.requestId})`,
    ),
  ]);
  const [row] = rows;
  const language = knownLanguage(row?.language) ?? ctx.tenant.language;
  const t = await mailTexts(language);
  const words = (key: string, vars: Record<string, string> = {}) => t(`mail.unsubscribe.${key}`, { tenant: ctx.tenant.name, ...vars });
  const page = { language, link: words('choose') };
  if (!row || !isNotificationKind(row.about))
    return getPage(ctx.tenant, { ...page, status: 404, title: words('unknown'), text: words('unknownText') });
  const kind = t(`notifications.${row.about}.name`, {});
  if (isPost && !acts) return getPage(ctx.tenant, { ...page, status: 400, title: words('refused'), text: words('refusedText') });
  if (row.is_off) return getPage(ctx.tenant, { ...page, status: 200, title: words('done'), text: words('doneText', { kind }) });
  return getPage(ctx.tenant, { ...page, status: 200, title: words('title'), text: words('text', { kind }), button: words('button') });
}
