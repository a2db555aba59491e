import { describe, expect, test } from 'vitest';
import { crossings, getImports, impurities, loadedWith } from './imports.ts';
import { projectFiles, sources } from './project-files.ts';

const at = (path: string, text: string) => ({ path, text });

describe('imports', () => {
  test('cross no edge that the architecture does not allow', () => {
    const files = sources();
    expect(files.length).toBeGreaterThan(100);
    expect(new Set(files.map(({ path }) => path.split('/')[0]))).toContain('domain');
    expect(crossings(files)).toEqual([]);
  });

  test.each([
    ['domain/a.ts', '../functions/services/clock.ts', 'domain must not import functions'],
    ['domain/a.ts', '../i18n/types.ts', 'domain must not import i18n'],
    ['domain/a.ts', 'zod', 'no package but zod/mini'],
    ['domain/a.ts', 'node:crypto', 'no package but zod/mini'],
    ['i18n/en-US/a.ts', '../../web/app/i18n.ts', 'i18n must not import web'],
    ['i18n/en-US/a.ts', '../../domain/errors/catalogue.ts', 'only types of domain'],
    ['i18n/en-US/a.ts', 'i18next', 'no package'],
    ['db/client.ts', '../functions/http/env.ts', 'db must not import functions'],
    ['functions/request/app.ts', '../../web/app/data/api.ts', 'functions must not import web'],
    ['functions/request/app.ts', '../../scheduled/index.ts', 'functions must not import scheduled'],
    ['functions/request/app.ts', '../../dev/ports.ts', 'functions must not import dev'],
    ['functions/request/app.ts', 'pg', 'no dependency of the product'],
    ['functions/features/report-groups/a.ts', '../reports/card.ts', 'feature report-groups must not import feature reports'],
    ['scheduled/jobs/a.ts', '../../functions/request/app.ts', 'only verbs and services'],
    ['scheduled/jobs/a.ts', '../../i18n/server.ts', 'scheduled must not import i18n'],
    ['web/app/a.ts', '../../functions/request/env.ts', 'web must not import functions'],
    ['web/app/a.ts', '../../db/schema/users.ts', 'web must not import db'],
    ['web/app/a.ts', '../../tests/support/api.ts', 'web must not import tests'],
    ['web/app/a.ts', 'node:fs', 'web runs in a browser'],
    ['web/ui/Button.tsx', '../features/reports/HomePage.tsx', 'knows no feature'],
    ['web/ui/Button.tsx', '../app/session.ts', 'knows no frame'],
    ['functions/services/clock.ts', '../request/env.ts', 'services know no request'],
    ['functions/services/clock.ts', '../features/session/index.ts', 'services know no request and no feature'],
    ['functions/request/app.ts', '../features/session/index.ts', 'the request path knows no feature'],
    ['domain/users/contract.ts', '../contract/all.ts', 'its own contract'],
    ['functions/features/users/a.ts', '../../../domain/contract/all.ts', 'its own contract'],
    ['web/features/users/a.ts', '../../../domain/contract/all.ts', 'its own contract'],
    ['web/features/report-groups/A.tsx', '../reports/paths.ts', 'feature report-groups must not import feature reports'],
  ])('the guard sees %s → %s', (path, specifier, reason) => {
    for (const text of [
      `import { a } from '${specifier}';`,
      `export * from "${specifier}";`,
      `const a = import('${specifier}');`,
      `import '${specifier}';`,
    ])
      expect(crossings([at(path, text)]), text).toEqual([expect.stringContaining(reason)]);
  });

  test.each([
    ['functions/index.ts', "const { runDue } = await import('../scheduled/index.ts');"],
    ['functions/features/reports/a.ts', "import { signedFrame } from '../storage/index.ts';"],
    ['web/features/reports/a.ts', "import { WindowNotice } from '../maintenance/index.ts';"],
    ['i18n/en-US/a.ts', "import type { ErrorCode } from '../../domain/errors/catalogue.ts';"],
    ['scheduled/jobs/a.ts', "import { powerBi } from '../../functions/services/report-service/powerbi.ts';"],
    ['domain/a.test.ts', "import { test } from 'vitest';"],
    ['tests/api/a.ts', "import { App } from '../../web/app/main.tsx';"],
  ])('the guard accepts in %s: %s', (path, text) => {
    expect(crossings([at(path, text)])).toEqual([]);
  });

  test('the Worker loads the code of cron and queues lazily', () => {
    for (const text of ["import { runDue } from '../scheduled/index.ts';", "export * from '../scheduled/consume.ts';"])
      expect(crossings([at('functions/index.ts', text)])).toEqual([expect.stringContaining('at their events')]);
  });

  test('the guard sees a multi-line import, an inline type and a computed address', () => {
    expect(getImports("import {\n  a,\n  b,\n} from './c.ts';")).toEqual([{ specifier: './c.ts', isType: false, isDynamic: false }]);
    expect(getImports("import { type A, type B } from './c.ts';")).toEqual([{ specifier: './c.ts', isType: true, isDynamic: false }]);
    expect(crossings([at('web/app/a.ts', 'const page = import(name);')])).toHaveLength(1);
  });

  test('the first load of the browser carries no zod', () => {
    const files = new Map(sources().map(({ path, text }) => [path, text]));
    const loaded = loadedWith('web/app/main.tsx', files);
    expect(loaded.size).toBeGreaterThan(10);
    expect([...loaded].filter((path) => path.startsWith('zod'))).toEqual([]);
    const planted = new Map([
      ...files,
      ['web/app/start/boot.ts', "import { signInPage } from '../../../domain/session/contract.ts';"] as const,
    ]);
    expect(loadedWith('web/app/main.tsx', planted)).toContain('zod/mini');
  });
});

describe('domain', () => {
  test('uses no clock, no randomness and no I/O', () => {
    expect(impurities(sources())).toEqual([]);
  });

  test.each([
    'Date.now()',
    'new Date()',
    'new Date',
    'Date()',
    'fetch(url)',
    'Math.random()',
    'crypto.randomUUID()',
    'console.log(1)',
    'format.format()',
  ])('the guard sees %s', (use) => {
    expect(impurities([at('domain/a.ts', `export const a = ${use};`)])).toHaveLength(1);
  });

  test('the guard accepts a passed-in instant, a comment and a text', () => {
    expect(impurities([at('domain/a.ts', "// Date.now() is not for us\nconst a = new Date(now);\nconst b = 'fetch it';")])).toEqual([]);
  });
});

const longest = (path: string) => (path.startsWith('tests/') || /\.test\.tsx?$/.test(path) ? 600 : 400);
const tooLong = (files: readonly { path: string; text: string }[]) =>
  files.filter(({ path, text }) => text.trimEnd().split('\n').length > longest(path)).map(({ path }) => path);

describe('files', () => {
  test('have at most 400 lines, tests at most 600', () => {
    expect(tooLong(projectFiles(/\.(ts|tsx|mjs|css)$/))).toEqual([]);
  });

  test('the guard sees a giant', () => {
    const lines = (count: number) => 'a\n'.repeat(count);
    expect(
      tooLong([
        at('web/a.ts', lines(401)),
        at('web/b.ts', lines(400)),
        at('tests/a.test.ts', lines(601)),
        at('tests/b.test.ts', lines(600)),
      ]),
    ).toEqual(['web/a.ts', 'tests/a.test.ts']);
  });
});
