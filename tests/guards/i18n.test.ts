import { describe, expect, test } from 'vitest';
import { actions } from '../../domain/access/permissions.ts';
import { errorCodes } from '../../domain/errors/catalogue.ts';
import enExport from '../../i18n/en-US/export.ts';
import { texts as en } from '../../i18n/en-US/index.ts';
import esExport from '../../i18n/es/export.ts';
import { texts as es } from '../../i18n/es/index.ts';
import brExport from '../../i18n/pt-BR/export.ts';
import { texts as br } from '../../i18n/pt-BR/index.ts';
import ptExport from '../../i18n/pt-PT/export.ts';
import { texts as pt } from '../../i18n/pt-PT/index.ts';
import { withoutComments } from './imports.ts';
import { projectFiles } from './project-files.ts';

type Bundle = Record<string, string>;
const withExport = (texts: Bundle, more: Bundle): Bundle => ({
  ...texts,
  ...Object.fromEntries(Object.entries(more).map(([key, text]) => [`export.${key}`, text])),
});
const english = withExport(en, enExport);
const others: Record<string, Bundle> = {
  'pt-BR': withExport(br, brExport),
  'pt-PT': withExport(pt, ptExport),
  es: withExport(es, esExport),
};

const variables = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map((match) => match[1] ?? '').sort();
const words = (text: string) => text.replace(/\{\{\w+\}\}/g, '').match(/\p{L}{2,}/gu) ?? [];

/** Faults of a language compared with the one that defines the keys. */
function faults(defining: Bundle, texts: Bundle): string[] {
  return [
    ...Object.keys(defining).flatMap((key) => (key in texts ? [] : [`${key} is missing`])),
    ...Object.entries(texts).flatMap(([key, text]) => {
      const model = defining[key];
      if (model === undefined) return [`${key} is too much`];
      if (text.trim() === '') return [`${key} is empty`];
      if (text !== text.trim() || /\{\{\s|\s\}\}|(?<!\{)\{(?!\{)|undefined|\bTODO\b/.test(text)) return [`${key} is untidy`];
      // A plural of one may write its number out; nothing else may lose or gain a variable.
      const own = variables(text);
      const wanted = variables(model).filter((name) => !(key.endsWith('_one') && name === 'count') || own.includes(name));
      return own.join() === wanted.join() ? [] : [`${key} has the variables ${own.join(', ')}`];
    }),
    ...Object.keys(texts).flatMap((key) =>
      key.endsWith('_one') && !(key.replace(/_one$/, '_other') in texts) ? [`${key} has no _other`] : [],
    ),
    ...Object.keys(texts).flatMap((key) =>
      key.endsWith('_other') && !(key.replace(/_other$/, '_one') in texts) ? [`${key} has no _one`] : [],
    ),
  ];
}

/** Sentences left in English: three words or more, identical. */
const untranslated = (texts: Bundle) =>
  Object.entries(texts).flatMap(([key, text]) => (text === english[key] && words(text).length >= 3 ? [key] : []));

/** Keys that the code uses and no language has; plurals are looked up by their stem. */
function unknownKeys(files: readonly { path: string; text: string }[], keys: ReadonlySet<string>): string[] {
  const namespaces = new Set([...keys].filter((key) => key.includes('.')).map((key) => key.split('.')[0] ?? ''));
  // An action such as groups.edit looks like a key but isn't one.
  const isKnown = (key: string) => keys.has(key) || keys.has(`${key}_other`) || actions.some((action) => action === key);
  return files.flatMap(({ path, text }) =>
    [...withoutComments(text).matchAll(/(?<![\w/])'([a-z][\w]*(?:\.[\w]+)+)'/g)]
      .map((match) => match[1] ?? '')
      .filter((key) => namespaces.has(key.split('.')[0] ?? '') && !isKnown(key))
      .map((key) => `${path}: ${key}`),
  );
}

const getText = (literal: string) => Object.values(english).includes(literal);

describe('texts', () => {
  test.each(Object.entries({ 'en-US': english, ...others }))('%s is complete', (_, texts) => {
    expect(Object.keys(english).length).toBeGreaterThan(200);
    expect(faults(english, texts)).toEqual([]);
  });

  test.each(Object.entries(others))('%s has no sentence left in English', (_, texts) => {
    expect(untranslated(texts)).toEqual([]);
  });

  test.each(Object.entries({ 'en-US': english, ...others }))('%s has a sentence for every refusal', (_, texts) => {
    expect(errorCodes.filter((code) => !texts[code])).toEqual([]);
  });

  test('the code uses no missing key', () => {
    const keys = new Set(Object.keys(english));
    const files = projectFiles(/^web\/.*\.tsx?$/).filter(({ path }) => !/\.test\.tsx?$/.test(path));
    expect(files.length).toBeGreaterThan(50);
    expect(unknownKeys(files, keys)).toEqual([]);
  });
});

describe('the words that the specification fixes', () => {
  // Specification 5, 6 and 8, as written there.
  test.each([
    '{{name}} is required!',
    '{{name}} is invalid!',
    'This email already exists.',
    'Phone number already exists',
    'The user limit for this business unit has been reached.',
    'Unauthorized Access!',
    'You do not have access to this functionality',
    'You do not have permission to access this page.',
    'No access to this domain!',
    'Oops! An error occurred!',
    'Incorrect Username or Password!',
    'IP not allowed!',
    'Hour not allowed!',
    'User is blocked!',
    'User deactivated!',
    'User is inactive!',
    'User without company!',
    'Test period has ended!',
    'Request access to a Business Unit from your Administrator!',
    'No records found!',
    'This ticket does not exist',
    'This group does not exist!',
    'copied successfully',
  ])('en-US says “%s”', (literal) => {
    expect(getText(literal)).toBe(true);
  });

  test.each(['Autenticação expirou', 'Erro ao realizar login!', 'Error ao autenticar!', 'Erro ao copiar'])('pt-BR says “%s”', (literal) => {
    expect(Object.values(br)).toContain(literal);
  });

  test('a refused sign-in shows the sentence of its status', () => {
    expect(en).toMatchObject({
      error_user_or_password: 'Incorrect Username or Password!',
      not_found_companies: 'User without company!',
      user_disable: 'User deactivated!',
      blocked: 'User is blocked!',
      inactive: 'User is inactive!',
      finish_test: 'Test period has ended!',
      domain_not_allowed: 'No access to this domain!',
      ip_not_allowed: 'IP not allowed!',
      horario_not_allowed: 'Hour not allowed!',
    });
  });
});

describe('the guard sees', () => {
  test.each([
    [{}, 'missing'],
    [{ 'a.b': 'Zwei {{count}}', 'a.c': 'x' }, 'too much'],
    [{ 'a.b': ' ' }, 'empty'],
    [{ 'a.b': 'Zwei {{ count }}' }, 'untidy'],
    [{ 'a.b': 'Zwei {{n}}' }, 'variables'],
  ])('a language like %j', (texts, reason) => {
    // Because each lacks or adds a key on purpose.
    expect(faults({ 'a.b': 'Two {{count}}' }, texts as Bundle)).toEqual([expect.stringContaining(reason)]);
  });

  test('a plural without its pair, a sentence left in English and a key without a text', () => {
    const half = { 'a.b_one': 'One thing' };
    expect(faults(half, half)).toEqual(['a.b_one has no _other']);
    expect(untranslated({ not_found: english.not_found ?? '' })).toEqual(['not_found']);
    expect(unknownKeys([{ path: 'web/a.ts', text: "t('ui.nothing')" }], new Set(['ui.save']))).toEqual(['web/a.ts: ui.nothing']);
  });
});

// As Intl writes them: Spanish parts the sign from its number, the others don't.
const percents = (texts: Bundle, sign: RegExp) => Object.entries(texts).flatMap(([key, text]) => (sign.test(text) ? [key] : []));
test.each([['en-US', english] as const, ...Object.entries(others)])(
  'in %s a percentage is written as its language does',
  (language, texts) => {
    const wrong = language === 'es' ? /[\d}]%/ : /[\d}]\s%/;
    expect(percents(texts, wrong)).toEqual([]);
    expect(percents({ it: language === 'es' ? '{{n}}%' : '{{n}} %' }, wrong)).toEqual(['it']);
  },
);
