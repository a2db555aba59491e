import type { Plugin } from 'vite';

type Chunk = { type: string; fileName: string; name: string; code: string; imports: string[]; isEntry: boolean };

const pairs = (list: string) => list.split(',').map((pair) => pair.trim().split(' as '));
// Longer than any name that the minifier gives.
const exported = (name = '') => `$helper_${name}`;

/**
 * Puts rolldown's helpers into the entry, which every page loads anyway: as a file of their own, which no option prevents, they cost
 * each first visit a request for 400 bytes.
 */
export function mergeRuntime(): Plugin {
  return {
    name: 'merge-runtime',
    enforce: 'pre',
    generateBundle: {
      order: 'pre',
      handler(_, bundle) {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk') as Chunk[]; // because the type says which it is
        const runtime = chunks.find(({ name }) => name === 'rolldown-runtime');
        if (!runtime) return;
        const [, helpers, list] = /^(.*)export\s*\{(.*?)\};?\s*$/s.exec(runtime.code) ?? [];
        const [entry, ...others] = chunks.filter(({ isEntry }) => isEntry);
        if (!entry || others.length > 0 || !list) throw new Error('The helpers of rolldown are not as dev/chunks/runtime.ts knows them.');
        const fileOf = ({ fileName }: Chunk) => `"./${fileName.split('/').pop()}"`;
        const statement = new RegExp(`import\\s*\\{([^}]*)\\}\\s*from\\s*${fileOf(runtime).replaceAll('.', '\\.')};?`);
        for (const chunk of chunks) {
          if (!chunk.imports.includes(runtime.fileName)) continue;
          const taken = pairs(statement.exec(chunk.code)?.[1] ?? '');
          const text =
            chunk === entry
              ? taken.map(([name, as]) => `const ${as ?? name}=${exported(name)};`).join('')
              : `import{${taken.map(([name, as]) => `${exported(name)} as ${as ?? name}`).join()}}from${fileOf(entry)};`;
          chunk.code = chunk.code.replace(statement, () => text);
          chunk.imports = [...new Set(chunk.imports.map((file) => (file === runtime.fileName ? entry.fileName : file)))].filter(
            (file) => file !== chunk.fileName,
          );
          if (chunk.code.includes(fileOf(runtime))) throw new Error(`${chunk.fileName} asks for the helpers in a way of its own.`);
        }
        const names = pairs(list);
        const values = names.map(([local]) => local).join();
        const keys = names.map(([local, name]) => exported(name ?? local)).join();
        entry.code = `const[${keys}]=(()=>{${helpers}return[${values}]})();${entry.code}export{${keys}};`;
        delete bundle[runtime.fileName];
      },
    },
  };
}
