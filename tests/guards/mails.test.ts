import { describe, expect, test } from 'vitest';
import { type MailKind, mailOnlyKinds } from '../../domain/mail/kinds.ts';
import { notificationKinds } from '../../domain/notifications/kinds.ts';
import { isNotificationKind } from '../../domain/notifications/words.ts';
import { derive } from '../../domain/themes/derive.ts';
import { defaultTheme } from '../../domain/themes/theme.ts';
import { renderMail } from '../../functions/features/mail/render.ts';

const languages = ['en-US', 'pt-BR', 'pt-PT', 'es'] as const;
// Because they are the kinds of news.
const kinds: readonly MailKind[] = [...(Object.keys(notificationKinds) as MailKind[]), ...mailOnlyKinds];
const theme = { ...defaultTheme, name: 'Rede "Aurora" & Filhos', icon: 'a1b2/mark.png', button: '#8a1c5a' };
const house = { name: theme.name, theme, origin: 'https://aurora.mirante.test' };
const safe = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
const link = '/all/reports?search=a&page=2';

const counted = ['days', 'count', 'minutes', 'pages', 'changes', 'used', 'limit', 'percent', 'left', 'succeeded', 'failed', 'partners'];
const instants = ['from', 'until', 'at'];
const special: Record<string, string> = {
  ...{ month: '2026-10', format: 'pdf', host: 'smtp.aurora.test', email: 'nuno@aurora.test', address: '203.0.113.9' },
  ...{ device: 'Firefox, Windows', ways: 'Okta', what: 'added', code: '424242' },
};
/** A value for each variable: a number for counts, an instant, or a word that doesn't occur in the portal's texts. */
function getSample(kind: MailKind, name: string, n: number): string | number {
  if (kind === 'export_failed' && name === 'reason') return 'export_stuck';
  if (counted.includes(name)) return n;
  return instants.includes(name) ? '2026-11-22T15:00:00.000Z' : (special[name] ?? `Palavra-${name}`);
}
const getNames = (kind: MailKind): readonly string[] =>
  isNotificationKind(kind) ? notificationKinds[kind] : ['host', 'email', 'address', 'device', 'ways', 'code', 'what', 'name', 'at'];
const getVars = (kind: MailKind, n: number) => Object.fromEntries(getNames(kind).map((name) => [name, getSample(kind, name, n)]));

const rawKey = /\b(?:mail|notifications|exports|catalog|factor)\.[a-z_]+/;
const spoilt = /\{\{|\}\}|\bundefined\b|\bnull\b|NaN|Invalid Date|\[object|_one\b|_other\b| {2}|\(\s*\)/;

describe.each(languages)('mail in %s', (language) => {
  const reader = { name: 'Nuno Dias', language, zone: 'America/Sao_Paulo' };
  test.each(kinds)('%s is complete: subject, text, tenant name, the same link in both parts', async (kind) => {
    for (const n of [1, 3]) {
      const vars = getVars(kind, n);
      const { subject, text, html } = await renderMail({ kind, vars, link }, reader, house);
      const shown = html.replace(/<style>.*?<\/style>/s, '').replace(/<[^>]*>/g, ' ');
      expect(subject.trim(), kind).not.toBe('');
      expect(subject).not.toMatch(/[\r\n]/);
      for (const part of [subject, text, shown.replace(/\s+/g, ' ')]) {
        expect(part).not.toMatch(rawKey);
        expect(part).not.toMatch(spoilt);
      }
      expect(html).toMatch(new RegExp(`^<!doctype html><html lang="${language}">`));
      expect(html).toContain(`<title>${safe(subject)}</title>`);
      expect(html).toContain(`<img src="${house.origin}/storage/a1b2/mark.png"`);
      expect(html).toContain(`${safe(theme.name)}</td>`);
      expect(html).toContain(`background:${derive(theme, 'light').btn}`);
      expect(html).toContain('prefers-color-scheme:dark');
      expect(html).toContain(`<a class="a" href="${safe(`${house.origin}${link}`)}"`);
      expect(text).toContain(`${house.origin}${link}`);
      expect(text).toContain(subject);
      expect(text).toContain(reader.name);
      expect(text).toContain(theme.name);
      expect(text).not.toMatch(/<\/?[a-z][^>]*>/);
      // The button has a label, which also stands above its address in the plain-text part.
      expect(text).toMatch(new RegExp(`\\S[^\\n]*:\\r\\n${house.origin.replaceAll('.', '\\.')}`));
      // No variable of the kind is lost in a translation.
      const english = await renderMail({ kind, vars, link }, { ...reader, language: 'en-US' }, house);
      const told = (mail: string) =>
        Object.values(vars).filter(
          (value) =>
            typeof value === 'string' && value !== vars.what && !instants.some((each) => vars[each] === value) && mail.includes(value),
        );
      expect(told(text)).toEqual(told(english.text));
      if (language !== 'en-US') expect(text).not.toBe(english.text);
    }
  });
});

test.each(languages)('in %s, the invitation of an administrator says so, and that of an ordinary user does not', async (language) => {
  const reader = { name: 'Nuno Dias', language, zone: 'UTC' };
  const vars = getVars('account_invite', 1);
  const getText = async (administers: boolean) =>
    (await renderMail({ kind: 'account_invite', vars: { ...vars, administers }, link }, reader, house)).text;
  const words = /administrat?or|administrar/i;
  expect(await getText(true)).toMatch(words);
  expect(await getText(false)).not.toMatch(words);
  for (const text of [await getText(true), await getText(false)]) {
    expect(text).not.toMatch(rawKey);
    expect(text).not.toMatch(spoilt);
    expect(text).toContain(theme.name);
  }
});

test.each(languages)('in %s, the foot of a mail with a code names the code, and that of a mail with a link the link', async (language) => {
  const reader = { name: 'Nuno Dias', language, zone: 'UTC' };
  const getFoot = async (kind: MailKind) =>
    (await renderMail({ kind, vars: getVars(kind, 1), link }, reader, house)).text.split('--\r\n').at(-1) ?? '';
  for (const kind of ['account_code', 'account_link_code'] as const) {
    expect(await getFoot(kind), kind).toMatch(/code|código/);
    expect(await getFoot(kind), kind).not.toMatch(/link|ligação|enlace/);
  }
  expect(await getFoot('account_reset')).toMatch(/link|ligação|enlace/);
});

test('a logo that mail clients can’t show is replaced by the initial in the brand colour', async () => {
  const reader = { name: 'Nuno Dias', language: 'pt-PT' as const, zone: 'UTC' };
  for (const icon of [null, 'a1b2/mark.svg']) {
    const { html } = await renderMail({ kind: 'catalog_ended', vars: { report: 'Vendas' }, link: null }, reader, {
      ...house,
      theme: { ...theme, icon },
    });
    expect(html).not.toContain('<img');
    expect(html).toContain('aria-hidden="true">R</div>');
    expect(html).not.toContain('<a class="a"');
  }
});

test('text from users is escaped in every part', async () => {
  const reader = { name: '<b>Nuno</b>', language: 'es' as const, zone: 'UTC' };
  const vars = { person: '<script>x</script>', report: 'A & B', text: 'uno\r\n<i>dos</i>' };
  const { html, text } = await renderMail({ kind: 'comment_mention', vars, link: 'https://evil.test/' }, reader, house);
  expect(html).not.toMatch(/<script|<i>|<b>|evil\.test/);
  expect(html).toContain('uno<br>&lt;i&gt;dos');
  expect(text).toContain('> <i>dos</i>');
});
