import { formatDateTime } from '../../../domain/format/date.ts';
import { getBody } from '../../../domain/notices/texts.ts';
import { type HtmlShape, richHtml } from '../../../domain/rich-text/html.ts';
import { type Language, languages } from '../../../domain/session/languages.ts';
import { escapeHtml } from '../../../domain/text/escape-html.ts';
import { maintenanceTime } from '../../../i18n/page-server.ts';
import type { LoginNotice } from './session.sql.ts';

// The page has its own headings.
const shape: HtmlShape = { headings: 'bold', attributes: { a: ' class="link" target="_blank"' } };

const tones = { info: 'info', warning: 'warn', error: 'err' } as const;

function wordsHtml(notice: LoginNotice, language: Language, zone: string): string {
  const words = notice.texts[language] ?? notice;
  const moment = (at: string) => formatDateTime(language, new Date(at), zone);
  const { startsAt, endsAt } = notice;
  const time = startsAt && endsAt ? maintenanceTime(language, moment(startsAt), moment(endsAt)) : '';
  const body = richHtml(getBody({ text: words.text, body: words.body ?? null }), shape) + (time && `<p>${escapeHtml(time)}</p>`);
  return `<p class="notice-title">${escapeHtml(words.title)}</p>${body && `<div class="muted small">${body}</div>`}`;
}

/** Each wording once, with the languages that show it: the page's language may change without a request. */
function noticeHtml(notice: LoginNotice, zone: string): string {
  const wordings = new Map<string, Language[]>();
  for (const language of languages) {
    const html = wordsHtml(notice, language, zone);
    wordings.set(html, [...(wordings.get(html) ?? []), language]);
  }
  const parts = [...wordings].map(([html, shown]) => `<div data-in="${shown.join(' ')}">${html}</div>`);
  return `<div class="quiet-notice quiet-notice-${tones[notice.severity]}">${parts.join('')}</div>`;
}

const other = languages.map((language) => `html[lang="${language}"] #notices [data-in]:not([data-in~="${language}"])`).join();
const styles = [
  '#notices{display:grid;gap:14px;overflow-wrap:anywhere}',
  `#notices[hidden],${other}{display:none}`,
  '#notices .small>*+*{margin-top:6px}#notices :is(ul,ol){padding-left:20px}#notices pre{white-space:pre-wrap}',
  '#notices blockquote{padding-left:10px;border-left:2px solid var(--line-2)}#notices a{text-decoration:underline}',
].join('');

/**
 * The notices of the sign-in page as HTML, which its script only moves into place: every text is escaped, and tags are ours alone. `nonce`
 * is the page's, for the few rules of style that only a page with notices needs.
 */
export const noticesHtml = (notices: readonly LoginNotice[], zone: string) => {
  const html = notices.map((notice) => noticeHtml(notice, zone)).join('');
  return (nonce: string): string => `<style nonce="${nonce}">${styles}</style><div id="notices" hidden>${html}</div>`;
};
