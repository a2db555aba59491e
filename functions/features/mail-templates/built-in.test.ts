import { expect, test } from 'vitest';
import { templateProblems } from '../../../domain/mail-templates/template.ts';
import { templateKinds } from '../../../domain/mail-templates/variables.ts';
import { parseMarkdown } from '../../../domain/rich-text/markdown.ts';
import { languages } from '../../../domain/session/languages.ts';
import { defaultTheme } from '../../../domain/themes/theme.ts';
import { mailTexts } from '../../../i18n/mail-server.ts';
import { renderMail } from '../mail/render.ts';
import { builtInMail } from './built-in-mail.ts';
import { sampleValues } from './sample-values.ts';

const name = 'Vértice Alimentos';
const house = { name, theme: { ...defaultTheme, name }, origin: 'https://vertice.mirante.test' };
const reader = { name: 'Ana Souza', language: 'en-US', zone: 'America/Sao_Paulo' } as const;

test.each(templateKinds)('the built-in text of %s, with example values', async (kind) => {
  const vars = sampleValues(kind, await mailTexts(reader.language), house.name, Date.UTC(2026, 10, 20, 13));
  const { subject, text } = await renderMail({ kind, vars, link: '/' }, reader, house);
  // Head, address and foot are the same in every mail.
  const own = text.replace(/\r\n/g, '\n').replace(/:\nhttps:\S+\n\n--\n[\s\S]*$/, '');
  expect(own.startsWith(`${subject}\n\nHello, Ana Souza\n\n`)).toBe(true);
  expect(own.slice(own.indexOf('Souza\n\n') + 'Souza\n\n'.length)).toMatchSnapshot(subject);
});

test.each(languages)('in %s every built-in text could be saved as a template', async (language) => {
  const t = await mailTexts(language);
  for (const kind of templateKinds) {
    const { text, ...lines } = builtInMail(kind, t);
    expect(templateProblems(kind, { ...lines, body: parseMarkdown(text) }), kind).toEqual([]);
  }
});
