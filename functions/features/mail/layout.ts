import { mailHtml } from '../../../domain/rich-text/mail-html.ts';
import { plainText } from '../../../domain/rich-text/plain.ts';
import type { RichText } from '../../../domain/rich-text/tree.ts';
import type { Language } from '../../../domain/session/languages.ts';
import { escapeHtml } from '../../../domain/text/escape-html.ts';
import { derive } from '../../../domain/themes/derive.ts';
import type { Theme } from '../../../domain/themes/theme.ts';

export type Content = {
  language: Language;
  theme: Theme;
  origin: string;
  subject: string;
  greeting: string;
  text: string;
  /** Formatted text in place of `text`: of a message, or as a unit has worded it; or imported HTML with its values escaped. */
  body: RichText | null;
  html: string | null;
  quote: string;
  action: { label: string; href: string } | null;
  copyHint: string;
  notes: readonly string[];
  footer: string;
  /** The link to the mail preferences; null for mail that can't be turned off. */
  choose: { label: string; href: string } | null;
};

const withBreaks = (text: string): string => escapeHtml(text).replace(/\r?\n/g, '<br>');
const picture = (theme: Theme, origin: string, c: Record<'btn' | 'btn-ink', string>): string => {
  // Mail programs don't show SVG, so without a bitmap icon the tenant's initial is drawn in its color.
  if (theme.icon && /\.(png|jpe?g|gif)$/.test(theme.icon))
    return `<img src="${escapeHtml(origin)}/storage/${escapeHtml(theme.icon)}" width="36" height="36" alt="" style="display:block;border-radius:9px">`;
  const initial = escapeHtml([...theme.name.trim()][0]?.toUpperCase() ?? '');
  return (
    '<div class="m" style="width:36px;height:36px;border-radius:9px;font:600 18px/36px Arial,sans-serif;text-align:center;' +
    `background:${c.btn};color:${c['btn-ink']}" aria-hidden="true">${initial}</div>`
  );
};

/** Colors as a style sheet with a dark variant, and again as attributes for programs that drop style sheets. */
function styles(theme: Theme): { light: ReturnType<typeof derive>; css: string } {
  const light = derive(theme, 'light');
  const dark = derive(theme, 'dark');
  const rules = (c: typeof light, more: string) =>
    `.b{background:${c.bg}${more}}.c{background:${c.card}${more};color:${c.ink}${more};border-color:${c['line-2']}${more}}` +
    `.i{color:${c.ink}${more}}.n{color:${c['ink-2']}${more}}.l{color:${c.link}${more}}.a{background:${c.btn}${more};` +
    `color:${c['btn-ink']}${more}}.q{background:${c.subgroup}${more};color:${c.ink}${more};border-color:${c.btn}${more}}` +
    `.m{background:${c.btn}${more};color:${c['btn-ink']}${more}}`;
  return {
    light,
    css: `:root{color-scheme:light dark}${rules(light, '')}@media (prefers-color-scheme:dark){${rules(dark, ' !important')}}`,
  };
}

/** One message as simple HTML: a single column, no scripts or external styles, user text escaped. */
export function toHtml(content: Content): string {
  const { theme, origin, action, choose, language } = content;
  const { light: c, css } = styles(theme);
  const paragraph = (html: string, kind = 'i', color = c.ink) =>
    `<p class="${kind}" style="margin:0 0 14px;font:15px/1.55 Arial,sans-serif;color:${color}">${html}</p>`;
  const more = choose ? ` <a class="l" href="${escapeHtml(choose.href)}" style="color:${c.link}">${escapeHtml(choose.label)}</a>` : '';
  const written = (): string => {
    if (content.body) return mailHtml(content.body, { ink: c.ink, link: c.link, soft: c.subgroup, line: c.btn });
    // Imported HTML brings its own colors, which are meant for a white page.
    if (content.html === null) return paragraph(withBreaks(content.text));
    const page = 'margin:0 0 14px;padding:12px;border-radius:8px;background:#ffffff;font:15px/1.55 Arial,sans-serif;color:#1f2328';
    return `<div style="${page}">${content.html}</div>`;
  };
  return [
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
      '<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">' +
      `<title>${escapeHtml(content.subject)}</title><style>${css}</style></head>`,
    `<body class="b" style="margin:0;padding:28px 12px;background:${c.bg}">`,
    '<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;margin:0 auto"><tr>' +
      `<td style="padding:0 4px 14px"><table role="presentation" cellpadding="0" cellspacing="0"><tr><td>${picture(theme, origin, c)}</td>` +
      `<td class="i" style="padding-left:12px;font:600 15px Arial,sans-serif;color:${c.ink}">${escapeHtml(theme.name)}</td></tr></table></td>` +
      '</tr>',
    `<tr><td class="c" style="padding:28px;border:1px solid ${c['line-2']};border-radius:12px;background:${c.card};color:${c.ink}">`,
    `<h1 class="i" style="margin:0 0 16px;font:600 20px/1.3 Arial,sans-serif;color:${c.ink}">${escapeHtml(content.subject)}</h1>`,
    content.greeting ? paragraph(escapeHtml(content.greeting)) : '',
    written(),
    content.quote
      ? `<blockquote class="q" style="margin:0 0 18px;padding:12px 16px;border-left:3px solid ${c.btn};background:${c.subgroup};` +
        `font:15px/1.55 Arial,sans-serif;color:${c.ink}">${withBreaks(content.quote)}</blockquote>`
      : '',
    ...content.notes.map((note) => paragraph(escapeHtml(note))),
    action
      ? `<p style="margin:22px 0 18px"><a class="a" href="${escapeHtml(action.href)}" style="display:inline-block;padding:11px 18px;` +
        `border-radius:8px;background:${c.btn};color:${c['btn-ink']};font:600 15px Arial,sans-serif;` +
        `text-decoration:none">${escapeHtml(action.label)}</a></p>` +
        paragraph(
          `${escapeHtml(content.copyHint)}<br><span style="word-break:break-all">${escapeHtml(action.href)}</span>`,
          'n',
          c['ink-2'],
        )
      : '',
    '</td></tr>',
    `<tr><td style="padding:16px 4px">${paragraph(escapeHtml(content.footer) + more, 'n', c['ink-2'])}</td></tr></table></body></html>`,
  ].join('\r\n');
}

/** The same message as plain text. */
export function getText(content: Content): string {
  const { action, choose } = content;
  const quote = content.quote ? content.quote.replace(/^/gm, '> ') : '';
  const written = content.body ? plainText(content.body) : content.text;
  const blocks = [content.subject, content.greeting, written, quote, ...content.notes, action && `${action.label}:\n${action.href}`];
  return `${blocks.filter(Boolean).join('\n\n')}\n\n--\n${content.footer}\n${choose ? `${choose.label}: ${choose.href}\n` : ''}`.replace(
    /\r?\n/g,
    '\r\n',
  );
}
