import { formatDateTime } from '../../../domain/format/date.ts';
import { textOfHtml } from '../../../domain/html-import/text-of-html.ts';
import { isAccountKind, type MailKind } from '../../../domain/mail/kinds.ts';
import type { TemplateText } from '../../../domain/mail-templates/template.ts';
import { worded } from '../../../domain/mail-templates/worded.ts';
import { isNotificationKind, type NewsVars, newsWords } from '../../../domain/notifications/words.ts';
import type { RichText } from '../../../domain/rich-text/tree.ts';
import { ownPath } from '../../../domain/session/intended.ts';
import type { Language } from '../../../domain/session/languages.ts';
import type { Theme } from '../../../domain/themes/theme.ts';
import { type MailTexts, mailTexts } from '../../../i18n/mail-server.ts';
import { type Content, getText, toHtml } from './layout.ts';

export type Reader = { name: string; language: Language; zone: string };
export type House = { name: string; theme: Theme; origin: string };
/** `template` is the unit's own wording in the reader's language; `byPlatform`: the platform's server sends the mail. */
export type Matter = {
  kind: MailKind;
  vars: NewsVars;
  link: string | null;
  tooLarge?: boolean;
  template?: TemplateText | null;
  byPlatform?: boolean;
  /** The text of a message: rich text, or imported HTML. */
  body?: RichText | undefined;
  html?: string | undefined;
};
type Words = { title: string; greeting: string; text: string; action: string; quote: string; body?: RichText; html?: string };

function getWords({ kind, vars, template }: Matter, reader: Reader, house: House, t: MailTexts): Words & { isOwn: boolean } {
  const own = template && isNotificationKind(kind) ? worded(kind, template, vars, { ...reader, t, portal: house.name }) : null;
  return own ? { ...own, isOwn: true } : { greeting: t('mail.greeting', { name: reader.name }), ...builtIn(), isOwn: false };

  function builtIn() {
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
}

/** The subject alone, for the log. */
export const getSubject = async (kind: MailKind, reader: Reader, house: House): Promise<string> =>
  getWords({ kind, vars: {}, link: null }, reader, house, await mailTexts(reader.language)).title;

/** Who wrote the words stands in the mail where its sender is another: a message's user, or the unit whose template the platform sends. */
function getNotes({ kind, vars, byPlatform, tooLarge }: Matter, isOwn: boolean, house: House, t: MailTexts): string[] {
  const person = kind === 'announcement' ? String(vars.by ?? '') : '';
  const isUnits = kind === 'announcement' || (isOwn && byPlatform);
  return [
    ...(person ? [t('mail.writtenBy', { person, tenant: house.name })] : []),
    ...(isUnits && !person ? [t('mail.writtenByUnit', { tenant: house.name })] : []),
    ...(tooLarge ? [t('mail.tooLarge', {})] : []),
  ];
}

/** What a user wrote comes before the unit's own wording. */
function textOfMail({ body, html }: Matter, words: Words): Pick<Content, 'text' | 'body' | 'html'> {
  if (html !== undefined) return { text: textOfHtml(html), body: null, html };
  return { text: words.text, body: body ?? words.body ?? null, html: words.html ?? null };
}

/** Why the reader gets the mail, and of what in it they should beware: a link that lets them in, or a code. */
function explainKind(kind: MailKind) {
  if (!isAccountKind(kind)) return 'mail.why';
  return kind === 'account_code' || kind === 'account_link_code' ? 'mail.account.whyCode' : 'mail.account.why';
}

/** What a mail says to one reader: in the reader's language and time zone and the tenant's colors, without the product's own brand. */
export async function getContent(matter: Matter, reader: Reader, house: House): Promise<Content> {
  const t = await mailTexts(reader.language);
  const words = getWords(matter, reader, house, t);
  const path = ownPath(matter.link);
  return {
    language: reader.language,
    theme: house.theme,
    origin: house.origin,
    subject: words.title,
    greeting: words.greeting,
    ...textOfMail(matter, words),
    quote: words.quote,
    action: path ? { label: words.action, href: `${house.origin}${path}` } : null,
    copyHint: t('mail.link', {}),
    notes: getNotes(matter, words.isOwn, house, t),
    footer: t(explainKind(matter.kind), { tenant: house.name }),
    choose: isAccountKind(matter.kind) ? null : { label: t('mail.choose', {}), href: `${house.origin}/notifications?panel=mail` },
  };
}

/** The same as the parts of a message. */
export async function renderMail(matter: Matter, reader: Reader, house: House) {
  const content = await getContent(matter, reader, house);
  return { subject: content.subject, text: getText(content), html: toHtml(content) };
}
