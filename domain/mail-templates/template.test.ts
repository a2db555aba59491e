import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mailTexts } from '../../i18n/mail-server.ts';
import { notificationKinds } from '../notifications/kinds.ts';
import { parseMarkdown } from '../rich-text/markdown.ts';
import type { Language } from '../session/languages.ts';
import { decideSave } from './edit.ts';
import { fill, placeholdersIn } from './placeholders.ts';
import { type TemplateText, templateProblems } from './template.ts';
import { getRequired, getVariables, templateKinds } from './variables.ts';
import { worded } from './worded.ts';

const good: TemplateText = {
  subject: 'Liberado: {{report}}',
  greeting: 'Oi, {{recipient}}',
  button: 'Abrir {{report}}',
  body: parseMarkdown('**{{person}}** liberou o relatório.'),
};

test('account mails have no template, every other kind has', () => {
  expect(templateKinds).toContain('catalog_granted');
  expect(templateKinds).not.toContain('factor_added');
  expect(templateKinds.length).toBeGreaterThan(50);
});

test('each kind requires some of its own variables, if it has any', () => {
  for (const kind of templateKinds) {
    expect(getVariables(kind)).toEqual(expect.arrayContaining([...getRequired(kind)]));
    expect(getRequired(kind).length > 0, kind).toBe(notificationKinds[kind].length > 0);
  }
});

describe('a template is refused', () => {
  // because a test gives one text
  const found = (change: Partial<TemplateText>) => templateProblems('catalog_granted', { ...good, ...change } as TemplateText);
  test.each([
    [{ subject: 'Liberado: {{relatorio}}' }, { field: 'subject', reason: 'unknown_variable', variable: 'relatorio' }],
    [{ greeting: '{{reason}}' }, { field: 'greeting', reason: 'unknown_variable', variable: 'reason' }],
    [{ button: '{{x}}' }, { field: 'button', reason: 'unknown_variable', variable: 'x' }],
    [{ body: parseMarkdown('{{report}} {{outro}}') }, { field: 'body', reason: 'unknown_variable', variable: 'outro' }],
    [
      { body: undefined, html: '<p>{{report}} {{outro}}</p>' },
      { field: 'html', reason: 'unknown_variable', variable: 'outro' },
    ],
    [{ subject: 'Liberado' }, { field: 'body', reason: 'missing_variable', variable: 'report' }],
    [{ subject: '{{report' }, { field: 'subject', reason: 'broken_variable', variable: '{{report' }],
    [{ body: parseMarkdown('{{re**port**}}') }, { field: 'body', reason: 'broken_variable', variable: '{{re' }],
    [{ subject: 'a\r\nBcc: x' }, { field: 'subject', reason: 'line_break' }],
    [{ greeting: 'a\nb' }, { field: 'greeting', reason: 'line_break' }],
    [{ button: 'a\u2028b' }, { field: 'button', reason: 'line_break' }],
    [{ subject: ' ' }, { field: 'subject', reason: 'required' }],
    [{ body: [] }, { field: 'body', reason: 'required' }],
    [
      { body: parseMarkdown('{{report}} [x](https://a.example/?q={{report}})') },
      { field: 'body', reason: 'variable_in_link', variable: 'report' },
    ],
    [
      { body: undefined, html: '<p title="{{report}}">{{report}}</p>' },
      { field: 'html', reason: 'variable_in_link', variable: 'report' },
    ],
  ])('%j', (change, problem) => expect(found(change as Partial<TemplateText>)).toContainEqual(problem)); // because a row changes one field

  test('and none is without a fault', () => {
    expect(found({})).toEqual([]);
    expect(found({ greeting: '' })).toEqual([]);
    expect(found({ body: undefined, html: '<p>{{ report }}</p>' })).toEqual([]);
  });
});

test('a save is refused for its first fault or an old version, and records what changed', () => {
  const asked = { ...good, kind: 'catalog_granted', language: 'pt-BR', version: 1 } as const;
  expect(decideSave({ ...asked, button: '{{x}}' } as never, undefined)).toEqual({
    refused: 'invalid_input',
    field: 'button',
    vars: { name: 'button', reason: 'unknown_variable', variable: 'x' },
  });
  expect(decideSave(asked as never, undefined)).toEqual({ refused: 'changed_meanwhile' });
  expect(decideSave(asked as never, { ...good, subject: 'Antes: {{report}}', version: 1 })).toMatchObject({
    version: 2,
    change: {
      before: { subject: 'Antes: {{report}}' },
      after: { subject: 'Liberado: {{report}}', text: '{{person}} liberou o relatório.' },
    },
  });
});

describe('values', () => {
  const reader = async (language: Language) => ({ t: await mailTexts(language), language, zone: 'America/Sao_Paulo' });
  const anyValue = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 30 }),
    fc.constantFrom('{{person}}', '{', '{{', '}}', '\r\nBcc: x@evil.example', '<script>x</script>', '{{recipient', '$&', '$1', ''),
    fc.integer(),
    fc.constant(null),
    fc.constant(undefined),
    fc.boolean(),
  );
  const rawKey = /\b(?:mail|notifications|exports)\.[a-z_]+\.[a-z]/;

  test('no set of values yields a variable, a raw key, an unset value or another header', async () => {
    const t = await reader('pt-BR');
    const texts = await Promise.all(
      templateKinds.map(async (kind) => {
        const all = getVariables(kind).map((name) => `{{${name}}}`);
        const body = parseMarkdown(`{${all.join('')} **${all.join(' ')}**`);
        const lines = { subject: all.join(''), greeting: all.join(' '), button: `{${all.join('')}` };
        return [kind, { ...lines, body }, { ...lines, html: `<p>${all.join('')}</p><ul><li>${all.join('</li><li>')}</li></ul>` }] as const;
      }),
    );
    const values = fc.tuple(fc.constantFrom(...texts), fc.array(anyValue, { minLength: 8, maxLength: 8 }), anyValue);
    fc.assert(
      fc.property(values, ([[kind, rich, html], given, name]) => {
        const vars = Object.fromEntries(notificationKinds[kind].map((each: string, index) => [each, given[index]]));
        for (const template of [rich, html] as TemplateText[]) {
          const mail = worded(kind, template, vars, { ...t, name: String(name ?? ''), portal: 'Vértice' });
          if (!mail) throw new Error(`${kind} fell back`);
          for (const line of [mail.title, mail.greeting, mail.action]) expect(line).not.toMatch(/[\r\n\u2028\u2029]/);
          for (const part of [mail.title, mail.greeting, mail.text, mail.action, JSON.stringify(mail.body ?? ''), mail.html ?? '']) {
            expect(part.replace(/\\u\w{4}/g, ' ')).not.toMatch(/\{\{[^"]|undefined|\[object/);
            expect(part).not.toMatch(rawKey);
          }
          expect(mail.html ?? '').not.toContain('<script');
        }
      }),
      { numRuns: 10_000 },
    );
  }, 120_000);

  test('codes become words, and what a user wrote follows as a quotation unless the text has it', async () => {
    const t = { ...(await reader('pt-BR')), name: 'Ana', portal: 'Vértice' };
    const template = { ...good, subject: '{{report}}', body: parseMarkdown('{{problem}}') };
    const mail = worded('report_problem', template, { person: 'Bia', report: 'Vendas', problem: 'gone', code: 'x' }, t);
    expect(mail?.text).not.toBe('gone');
    expect(mail?.quote).toBe('');
    const denied = { ...good, body: parseMarkdown('Negado.') };
    expect(worded('catalog_denied', denied, { report: 'Vendas', person: 'Bia', reason: 'Sem contrato' }, t)?.quote).toBe('Sem contrato');
    const named = { ...good, body: parseMarkdown('Negado: {{reason}}') };
    expect(worded('catalog_denied', named, { report: 'Vendas', person: 'Bia', reason: 'Sem contrato' }, t)).toMatchObject({
      quote: '',
      text: 'Negado: Sem contrato',
    });
  });

  test('the built-in text is sent where a variable no longer exists, where nothing is left, and for account mail', async () => {
    const t = { ...(await reader('es')), name: 'Ana', portal: 'Vértice' };
    expect(worded('catalog_granted', { ...good, button: '{{gone}}' }, { report: 'x', person: 'y' }, t)).toBeNull();
    expect(worded('catalog_granted', { ...good, subject: '{{report}}' }, { person: 'y' }, t)).toBeNull();
    expect(worded('factor_added', good, { name: 'x' }, t)).toBeNull();
  });

  test('a value is put in once', () => {
    expect(fill('{{a}} {{ b }}', (name) => (name === 'a' ? '{{b}}' : 'c'))).toBe('{\u200b{b}} c');
    expect(placeholdersIn('{{a}} {{ b }} {{}} {{1}}')).toEqual(['a', 'b']);
  });
});
