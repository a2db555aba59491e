import type { SourceFile } from './imports.ts';

const getName = (path: string) => path.replace(/^.*\/|\.sql$/g, '');
const unique = (items: string[]) => [...new Set(items)].sort();
const getCode = (text: string) => text.replace(/^\s*--.*$/gm, '');
const getRoles = (list: string) => list.split(',').map((role) => role.trim());

/** The operations that each role may do on each table: `mirante_app tokens insert`. */
function tableGrants(policies: SourceFile[]): Set<string> {
  const granted = new Set<string>();
  for (const { text } of policies)
    for (const [, what = '', table = '', roles = ''] of getCode(text).matchAll(/^grant\s+([^;]*?)\s+on\s+(\w+)\s+to\s+([^;]+);/gm))
      for (const operation of what.replace(/\([^)]*\)/g, '').split(','))
        for (const role of getRoles(roles)) granted.add(`${role} ${table} ${operation.trim()}`);
  return granted;
}

const callersIn = (code: string) =>
  [...code.matchAll(/^grant execute on function [^;]*? to ([^;]+);/gm)].flatMap(([, roles = '']) => getRoles(roles));
const operations: Record<string, string> = { 'insert into': 'insert', update: 'update', 'delete from': 'delete' };
const touched = (code: string) =>
  [...code.matchAll(/\b(insert into|update|delete from|from|join|using) public\.(\w+)/g)].map(([, how = '', table = '']) => ({
    table,
    operation: operations[how] ?? 'select',
  }));

const some = (names: string[]) => (names.length > 4 ? `${names.slice(0, 3).join(', ')} and ${names.length - 3} more` : names.join(', '));

/** Why the function can't run with the rights of its callers. */
function definer(code: string, roles: string[], granted: Set<string>, isOpen: (name: string, role: string) => boolean): string {
  if (!/\bsecurity definer\b/.test(code)) return '';
  const closed = unique(
    touched(code)
      .filter(({ table, operation }) => roles.some((role) => !granted.has(`${role} ${table} ${operation}`)))
      .map(({ table }) => table),
  );
  if (closed.length) return `-- Security definer: callers lack the grants on ${some(closed)}.`;
  if (code.includes('app.secret')) return '-- Security definer: callers may not read app.secret, the key of the seal.';
  const called = unique([...code.matchAll(/\bapp\.(\w+)\(/g)].map(([, name = '']) => name));
  const inner = called.filter((name) => name !== 'need' && !roles.every((role) => isOpen(name, role)));
  if (inner.length) return `-- Security definer: callers may not execute ${some(inner)}.`;
  if (touched(code).length) return '-- Security definer: row-level security would hide rows that it needs.';
  return '-- Security definer: like every function of the gate.';
}

/** The last lines of each function's comment, derived from its grants, triggers and text. */
function expectedEndings(functions: SourceFile[], policies: SourceFile[]): Map<string, string> {
  const granted = tableGrants(policies);
  const codes = new Map(functions.map(({ path, text }) => [getName(path), getCode(text)]));
  const callers = new Map([...codes].map(([name, code]) => [name, callersIn(code)]));
  const endings = new Map<string, string>();
  for (const [name, code] of codes) {
    const isOpen = (other: string, role: string) => other === name || !callers.has(other) || (callers.get(other) ?? []).includes(role);
    const roles = (callers.get(name) ?? []).filter((role) => role !== 'mirante_gate');
    const tables = unique([...code.matchAll(/^create or replace trigger [\s\S]*?\bon (\w+)\b/gm)].map(([, table = '']) => table));
    const users = [...codes].filter(([other, text]) => other !== name && text.includes(`app.${name}(`)).map(([other]) => other);
    const kinds = /\bapp\.need\('\{([^}]*)\}'\)/.exec(code)?.[1];
    const who = roles.length
      ? `-- Callers: ${roles.join(', ')}${kinds ? ` (${kinds.split(',').join(', ')})` : ''}.`
      : tables.length
        ? `-- Trigger on ${some(tables)}.`
        : `-- Internal: ${users.length ? `called by ${some(users)}` : 'called by the gate alone'}.`;
    const raised = unique([...code.matchAll(/raise exception '([^']*)'/g)].map(([, text = '']) => /^\w+/.exec(text)?.[0] ?? 'the limit'));
    const reason = roles.length || tables.length ? definer(code, roles.length ? roles : ['mirante_app'], granted, isOpen) : '';
    const errors = raised.length ? `-- Raises: ${raised.join(', ')}.` : '';
    endings.set(name, [who, errors, reason].filter(Boolean).join('\n'));
  }
  return endings;
}

/** Files whose comment says nothing of its own, or doesn't end as derived. */
export function headerFaults(functions: SourceFile[], policies: SourceFile[]): string[] {
  const endings = expectedEndings(functions, policies);
  return functions.flatMap(({ path, text }) => {
    const header = /^(?:--.*\n)*/.exec(text)?.[0].trimEnd() ?? '';
    const ending = endings.get(getName(path)) ?? '';
    if (header === ending || !header.endsWith(`\n${ending}`)) return [`${path}: end the comment with\n${ending}`];
    return [];
  });
}
