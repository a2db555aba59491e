import { describe, expect, test } from 'vitest';
import { automate } from '../../i18n/en-US/part-automate.ts';
import { manage } from '../../i18n/en-US/part-manage.ts';
import { operate } from '../../i18n/en-US/part-operate.ts';
import { personal } from '../../i18n/en-US/part-personal.ts';
import { signIn } from '../../i18n/en-US/part-sign-in.ts';
import { view } from '../../i18n/en-US/part-view.ts';
import { write } from '../../i18n/en-US/part-write.ts';
import type { TextPart } from '../../web/i18n.ts';
import { projectFiles } from './project-files.ts';
import { missingTexts, textsAt } from './text-parts.ts';

const parts = { 'sign-in': signIn, view, personal, manage, automate, operate, write } satisfies Record<TextPart, object>;
const partByKey = new Map(
  Object.entries(parts).flatMap(([part, texts]) =>
    Object.keys(texts).map((key) => [key.replace(/_(one|other)$/, ''), part as TextPart] as const),
  ), // because Object.entries widens the name
);
const files = projectFiles(/^web\/.*\.tsx?$/).filter(({ path }) => !/\.test\.tsx?$/.test(path));

describe('the parts in which texts are loaded', () => {
  test('share no key', () => {
    const keys = Object.values(parts).flatMap((texts) => Object.keys(texts));
    expect(keys.length).toBeGreaterThan(5000);
    expect(new Set(keys).size).toBe(keys.length);
  });

  test('are loaded wherever their keys are shown', () => {
    const there = textsAt(files, 'web/app/main.tsx');
    // The sign-in page relies on its own part, every page of the portal at least on the one for viewing.
    expect([...(there.get('web/features/session/SignIn.tsx') ?? [])]).toEqual(['sign-in']);
    expect(there.get('web/features/reports/HomePage.tsx')).toContain('view');
    expect(there.size).toBeGreaterThan(500);
    expect(missingTexts(files, partByKey)).toEqual([]);
  });
});

describe('the guard sees', () => {
  const file = (path: string, text: string) => ({ path, text });
  const planted = (...more: ReturnType<typeof file>[]) =>
    missingTexts([file('web/app/main.tsx', "const a = () => withTexts(['view'], () => import('./a.tsx'));"), ...more], partByKey);

  test('a key of a part that is not loaded', () => {
    expect(planted(file('web/app/a.tsx', "t('users.import')"))).toEqual([expect.stringContaining('users.import is in manage')]);
    expect(planted(file('web/app/a.tsx', "t('ui.save')"))).toEqual([]);
  });

  test('a key of a dialog, whose import loads its part or does not', () => {
    const dialog = file('web/app/b.tsx', "t('users.import')");
    expect(planted(file('web/app/a.tsx', "import('./b.tsx')"), dialog)).toHaveLength(1);
    expect(planted(file('web/app/a.tsx', "withTexts(['manage'], () => import('./b.tsx'))"), dialog)).toEqual([]);
  });

  test('a key that a second path reaches without its part, and no other export of a feature’s index.ts', () => {
    const face = file('web/features/x/index.ts', "export { A } from './A.tsx';\nexport { B } from './B.tsx';\n");
    const [a, b] = [file('web/features/x/A.tsx', "t('users.import')"), file('web/features/x/B.tsx', "t('ui.save')")];
    expect(planted(file('web/app/a.tsx', "import { B } from '../features/x/index.ts';"), face, a, b)).toEqual([]);
    expect(planted(file('web/app/a.tsx', "import { A, B } from '../features/x/index.ts';"), face, a, b)).toHaveLength(1);
  });

  test('a computed key', () => {
    expect(planted(file('web/app/a.tsx', `t(\`audit.field.\${name}\`)`))).toHaveLength(1);
  });
});
