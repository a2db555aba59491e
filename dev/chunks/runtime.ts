import type { Plugin } from 'vite';

type Chunk = { type: string; fileName: string; name: string; code: string; imports: string[]; isEntry: boolean };

const pairs = (list: string) => list.split(',').map((pair) => pair.trim().split(' as '));
// Longer than any name that the minifier gives.
const exported = (name = '') => `$helper_${name}`;

/**
 * Moves rolldown's helpers into the entry, which every page loads anyway: no option prevents a separate file, which costs each first visit
 * a request for 400 bytes. Chunk names are hashed earlier, from the imports at that time. A chunk that didn't import the entry therefore
 * gets its own copy of the helpers; otherwise a deployment would change its text but not its name, and browsers would keep a cached chunk
 * that imports the previous deployment's entry.
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
        const getFile = ({ fileName }: Chunk) => `"./${fileName.split('/').pop()}"`;
        const statement = new RegExp(`import\\s*\\{([^}]*)\\}\\s*from\\s*${getFile(runtime).replaceAll('.', '\\.')};?`);
        const names = pairs(list);
        const values = names.map(([local]) => local).join();
        const keys = names.map(([local, name]) => exported(name ?? local)).join();
        const made = `const[${keys}]=(()=>{${helpers}return[${values}]})();`;
        for (const chunk of chunks) {
          if (!chunk.imports.includes(runtime.fileName)) continue;
          const taken = pairs(statement.exec(chunk.code)?.[1] ?? '');
          const named = taken.map(([name, as]) => [exported(name), as ?? name] as const);
          const constants = named.map(([name, as]) => `const ${as}=${name};`).join('');
          const knowsEntry = chunk.imports.includes(entry.fileName);
          const text =
            chunk === entry
              ? constants
              : knowsEntry
                ? `import{${named.map(([name, as]) => `${name} as ${as}`).join()}}from${getFile(entry)};`
                : made + constants;
          chunk.code = chunk.code.replace(statement, () => text);
          chunk.imports = chunk.imports.filter((file) => file !== runtime.fileName);
          if (chunk.code.includes(getFile(runtime))) throw new Error(`${chunk.fileName} asks for the helpers in a way of its own.`);
        }
        entry.code = `${made}${entry.code}export{${keys}};`;
        delete bundle[runtime.fileName];
      },
    },
  };
}
