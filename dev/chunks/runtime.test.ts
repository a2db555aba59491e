import { expect, test } from 'vitest';
import { mergeRuntime } from './runtime.ts';

const chunk = (name: string, code: string, imports: string[], isEntry = false) => ({
  ...{ type: 'chunk', name, fileName: `assets/${name}-1.js`, code, isEntry },
  imports: imports.map((each) => `assets/${each}-1.js`),
});
const from = (name: string, what: string) => `import{${what}}from"./${name}-1.js";`;

function merged() {
  const bundle = Object.fromEntries(
    [
      chunk('rolldown-runtime', 'var a=()=>1;var b=()=>2;export{a as t,b as n};', []),
      chunk('index', `${from('rolldown-runtime', 't as x')}const y=x();export{y};`, ['rolldown-runtime'], true),
      chunk('page', `${from('rolldown-runtime', 'n as h')}${from('index', 'y')}h(y);`, ['rolldown-runtime', 'index']),
      chunk('library', `${from('rolldown-runtime', 't as h')}const z=h();export{z};`, ['rolldown-runtime']),
    ].map((each) => [each.fileName, each]),
  );
  const { generateBundle } = mergeRuntime();
  if (typeof generateBundle !== 'object') throw new Error('no handler');
  Reflect.apply(generateBundle.handler, {}, [{}, bundle]);
  return bundle;
}

test('the helpers are in the entry, and chunks that import the entry take them from there', () => {
  const bundle = merged();
  expect(Object.keys(bundle)).toEqual(['assets/index-1.js', 'assets/page-1.js', 'assets/library-1.js']);
  expect(bundle['assets/index-1.js']?.code).toContain('const x=$helper_t;');
  expect(bundle['assets/page-1.js']?.code).toContain('import{$helper_n as h}from"./index-1.js";');
  expect(bundle['assets/page-1.js']?.imports).toEqual(['assets/index-1.js']);
});

test('a chunk whose name does not depend on the entry does not import it: its text stays the same when the entry changes', () => {
  const library = merged()['assets/library-1.js'];
  expect(library?.code).not.toContain('index-1.js');
  expect(library?.code).toContain('const h=$helper_t;');
  expect(library?.imports).toEqual([]);
});
