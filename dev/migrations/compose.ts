import type { State } from './state.ts';

/** The parts of a migration, in the words of the files they come from. */
export type Parts = {
  base?: string;
  /** Statements that come first: drops and revoked grants. */
  drops: string[];
  tables: string;
  functions: ReadonlySet<string>;
  policies: ReadonlySet<string>;
  rows: string[];
};

const title = (text: string) => `-- ### ${text}`;

/** Orders the parts by dependency: functions that a column's default calls come before the tables. */
export function compose(state: Pick<State, 'functions' | 'policies'>, parts: Parts): string {
  const ordered = calleesFirst(state.functions, [...parts.functions].sort());
  const early = calleesFirst(state.functions, calledBy(parts.tables, state.functions)).filter((name) => parts.functions.has(name));
  const texts = (names: string[]) => names.map((name) => state.functions.get(name)?.trim() ?? '');
  const late = ordered.filter((name) => parts.functions.has(name) && !early.includes(name));
  const sections: [string, string[]][] = [
    ['Roles, schemas and the tables of schema app', parts.base ? [parts.base.trim()] : []],
    ['What goes', parts.drops.length > 0 ? [parts.drops.join('\n')] : []],
    ['Functions that defaults of columns call', asGate(texts(early))],
    ['Tables', parts.tables ? [parts.tables] : []],
    ['Functions', asGate(texts(late))],
    ['Row-level security, policies and grants', [...parts.policies].sort().map((name) => state.policies.get(name)?.trim() ?? '')],
    ['Rows', parts.rows.length > 0 ? [parts.rows.join('\n')] : []],
  ];
  const filled = sections.filter(([, blocks]) => blocks.length > 0);
  return `${filled.map(([name, blocks]) => [title(name), ...blocks].join('\n\n')).join('\n\n')}\n`;
}

/** A function's new owner needs the create privilege on its schema; the gate gets it for that moment. */
const asGate = (texts: string[]) =>
  texts.some((text) => text.includes(' owner to '))
    ? ['grant create on schema app to mirante_gate;', ...texts, 'revoke create on schema app from mirante_gate;']
    : texts;

const calledBy = (text: string, functions: ReadonlyMap<string, string>): string[] =>
  [...text.matchAll(/\bapp\.(\w+)\(/g)].map((match) => match[1] ?? '').filter((name) => functions.has(name));

/** The named functions and all that they call, each after what it calls, because Postgres reads SQL bodies when they are created. */
function calleesFirst(functions: ReadonlyMap<string, string>, names: readonly string[]): string[] {
  const ordered = new Set<string>();
  const seen = new Set<string>();
  const visit = (name: string) => {
    if (seen.has(name)) return;
    seen.add(name);
    for (const callee of calledBy(functions.get(name) ?? '', functions)) visit(callee);
    ordered.add(name);
  };
  names.forEach(visit);
  return [...ordered];
}
