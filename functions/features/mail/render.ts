import { formatDateTime } from '../../../domain/format/date.ts';
import { isAccountKind, type MailKind } from '../../../domain/mail/kinds.ts';
import { isNotificationKind, type NewsVars, type NewsWords, newsWords } from '../../../domain/notifications/words.ts';
import type { RichText } from '../../../domain/rich-text/tree.ts';
import { ownPath } from '../../../domain/session/intended.ts';
import type { Language } from '../../../domain/session/languages.ts';
import type { Theme } from '../../../domain/themes/theme.ts';
import { type MailTexts, mailTexts } from '../../../i18n/mail-server.ts';
import { type Content, htmlOf, textOf } from './layout.ts';

export type Reader = { name: string; language: Language; zone: string };
export type House = { name: string; theme: Theme; origin: string };
export type Matter = { kind: MailKind; vars: NewsVars; link: string | null; tooLarge?: boolean; body?: RichText };

function wordsOf({ kind, vars }: Matter, reader: Reader, house: House, t: MailTexts): NewsWords {
  if (isNotificationKind(kind)) return newsWords(kind, vars, { ...reader, t });
  const at = typeof vars.at === 'string' ? formatDateTime(reader.language, new Date(vars.at), reader.zone) : '';
  const given = (name: string) => String(vars[name] ?? '');
  const values = {
    tenant: house.name,
    host: given('host'),
    email: given('email'),
    address: given('address'),
    device: given('device'),
    code: given('code'),
    ways: given('ways') || t('mail.ways.own', {}),
    change: vars.what ? t(`mail.factor.${given('what')}`, { name: given('name') }) : '',
    at,
  };
  const key = kind === 'mail_test' ? 'mail.test' : `mail.${kind}`;
  const text = kind === 'account_invite' && vars.administers === true ? 'mail.account_invite.admin.text' : (`${key}.text` as const);
  return { title: t(`${key}.title`, values), text: t(text, values), action: t(`${key}.action`, values), quote: '' };
}

/** The subject alone, for the log. */
export const subjectOf = async (kind: MailKind, reader: Reader, house: House): Promise<string> =>
  wordsOf({ kind, vars: {}, link: null }, reader, house, await mailTexts(reader.language)).title;

/** Who wrote a message stands in the mail itself, since the platform or the unit is its sender. */
function notesOf({ kind, vars, tooLarge }: Matter, house: House, t: MailTexts): string[] {
  const person = String(vars.by ?? '');
  const written = person ? t('mail.writtenBy', { person, tenant: house.name }) : t('mail.writtenByUnit', { tenant: house.name });
  const by = kind === 'announcement' ? [written] : [];
  return tooLarge ? [...by, t('mail.tooLarge', {})] : by;
}

/** What a mail says to one reader: in the reader's language and time zone and the tenant's colors, without the product's own brand. */
export async function contentOf(matter: Matter, reader: Reader, house: House): Promise<Content> {
  const t = await mailTexts(reader.language);
  const words = wordsOf(matter, reader, house, t);
  const path = ownPath(matter.link);
  return {
    language: reader.language,
    theme: house.theme,
    origin: house.origin,
    subject: words.title,
    greeting: t('mail.greeting', { name: reader.name }),
    text: words.text,
    quote: words.quote,
    action: path ? { label: words.action, href: `${house.origin}${path}` } : null,
    copyHint: t('mail.link', {}),
    body: matter.body ?? null,
    notes: notesOf(matter, house, t),
    footer: t(isAccountKind(matter.kind) ? 'mail.account.why' : 'mail.why', { tenant: house.name }),
    choose: isAccountKind(matter.kind) ? null : { label: t('mail.choose', {}), href: `${house.origin}/notifications?panel=mail` },
  };
}

/** The same as the parts of a message. */
export async function renderMail(matter: Matter, reader: Reader, house: House) {
  const content = await contentOf(matter, reader, house);
  return { subject: content.subject, text: textOf(content), html: htmlOf(content) };
}
