import { expect, it } from 'vitest';
import { embedTheme } from './embed-theme.ts';

it("the report uses the page's colours, and every data colour is from the theme", () => {
  const { themeJson } = embedTheme((name) => `<${name}>`);
  expect(themeJson).toMatchObject({ background: '<bg>', secondaryBackground: '<card>', foreground: '<ink>', tableAccent: '<link>' });
  expect(themeJson.dataColors).toEqual(['<link>', '<sun>', '<info>', '<ok>', '<warn>', '<err>', '<ink-2>', '<field>']);
});
