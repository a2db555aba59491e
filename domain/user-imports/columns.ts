import { cut } from '../text/cut.ts';
import { fold } from '../text/fold.ts';
import { isEmail } from '../validation/email.ts';

/** What a column of a file may fill; a custom field is named by its key, `cf_…`. */
export const fixedTargets = [
  'name',
  'lastName',
  'email',
  'phone',
  'department',
  'position',
  'profile',
  'groups',
  'language',
  'expiresAt',
] as const;
export type FixedTarget = (typeof fixedTargets)[number];
export const requiredTargets: readonly FixedTarget[] = ['name', 'email'];
export const isFixedTarget = (target: string): target is FixedTarget => fixedTargets.some((known) => known === target);

/** By column: the target it fills, or null. */
export type Mapping = readonly (string | null)[];

// The column headings of files in the four languages, folded and without punctuation.
const aliases: Record<FixedTarget, readonly string[]> = {
  name: ['nome', 'nome completo', 'nome e sobrenome', 'nome do usuario', 'nome do utilizador', 'colaborador', 'funcionario', 'usuario']
    .concat(['utilizador', 'nombre', 'nombre completo', 'nombre y apellidos', 'nombre del usuario', 'empleado', 'name', 'full name'])
    .concat([
      'display name',
      'employee',
      'employee name',
      'user',
      'user name',
      'first name',
      'primeiro nome',
      'primer nombre',
      'given name',
    ]),
  lastName: ['sobrenome', 'ultimo nome', 'apelido', 'apellido', 'apellidos', 'last name', 'surname', 'family name'],
  email: [
    'e mail',
    'email',
    'mail',
    'e mail corporativo',
    'endereco de e mail',
    'endereco de email',
    'correo',
    'correo electronico',
  ].concat(['e mail do usuario', 'direccion de correo', 'email address', 'e mail address', 'work email', 'user principal name', 'upn']),
  phone: [
    'telefone',
    'telefone celular',
    'celular',
    'fone',
    'telemovel',
    'numero de telefone',
    'whatsapp',
    'telefono',
    'telefono movil',
  ].concat(['movil', 'numero de telefono', 'phone', 'phone number', 'telephone', 'mobile', 'mobile phone', 'cell phone']),
  department: ['departamento', 'setor', 'area', 'secao', 'seccion', 'sector', 'department', 'division', 'divisao'],
  position: ['cargo', 'funcao', 'posicao', 'puesto', 'posicion', 'position', 'job title', 'title', 'job'],
  profile: ['perfil', 'perfil de acesso', 'tipo', 'tipo de usuario', 'tipo de utilizador', 'papel', 'rol', 'profile', 'user type', 'role'],
  groups: ['grupo', 'grupos', 'grupo de usuarios', 'grupos de usuarios', 'grupo de utilizadores', 'grupos de utilizadores'].concat([
    'group',
    'groups',
    'user group',
    'user groups',
  ]),
  language: ['idioma', 'lingua', 'linguagem', 'lengua', 'language', 'locale'],
  expiresAt: [
    'validade',
    'valido ate',
    'expira em',
    'expiracao',
    'data de expiracao',
    'data de validade',
    'vencimento',
    'caduca',
    'caducidad',
  ].concat([
    'fecha de caducidad',
    'vence',
    'valido hasta',
    'expira',
    'expires',
    'expires on',
    'expiry',
    'expiry date',
    'expiration date',
    'valid until',
  ]),
};

/** A heading in the form headings are compared and remembered in: `E-mail (*)` is `e mail`. */
export const headKey = (head: string): string =>
  cut(
    fold(head)
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim(),
    120,
  );

const secretWords = ['senha', 'senhas', 'password', 'passwords', 'passwd', 'pwd', 'passphrase', 'contrasena', 'contrasenas', 'passcode'];
const secretHeads = ['clave', 'clave de acceso', 'palavra passe', 'palavra chave', 'pass', 'pin', 'secret', 'segredo', 'senha hash'];

/** Whether a column seems to hold passwords, which may not be imported (BEHAVIOUR 14). */
export function looksLikePassword(head: string): boolean {
  const key = headKey(head);
  return secretHeads.includes(key) || key.includes('palavra passe') || key.split(' ').some((word) => secretWords.includes(word));
}

export type Known = { key: string; labels: readonly string[] };
type Memory = ReadonlyMap<string, string>;
/** The cells of rows below the header. */
export type Sample = readonly (readonly string[])[];
/** How many rows of a file are looked at where the headings aren't enough. */
export const sampledRows = 100;

/**
 * Guesses what each column fills: as it was mapped last time in this unit, else by its heading in four languages or the label of a custom
 * field, and the e-mail also by what the sample has in a column. Each target is filled once, by the first column that matches; `''` in the
 * memory is a column that was left out on purpose.
 */
export function guessMapping(heads: readonly string[], memory: Memory, custom: readonly Known[], sample: Sample = []): (string | null)[] {
  const taken = new Set<string>();
  const wanted = heads.map((head) => getTarget(headKey(head), memory, custom));
  // A remembered mapping wins over a guess.
  const order = heads.map((_, at) => at).sort((a, b) => Number(wanted[b]?.sure ?? 0) - Number(wanted[a]?.sure ?? 0) || a - b);
  const mapping: (string | null)[] = heads.map(() => null);
  for (const at of order) {
    const target = wanted[at]?.target;
    if (!target || taken.has(target)) continue;
    taken.add(target);
    mapping[at] = target;
  }
  if (taken.has('email')) return mapping;
  const leftOut = (at: number) => wanted[at]?.target === null && wanted[at]?.sure === 2;
  const [only, another] = order.filter((at) => mapping[at] === null && !leftOut(at) && holdsAddresses(sample, at));
  // Two columns of addresses are the user's choice.
  return another === undefined ? mapping.map((target, at) => (at === only ? 'email' : target)) : mapping;
}

/** Whether most of the cells with a value are e-mail addresses. */
function holdsAddresses(sample: Sample, at: number): boolean {
  const values = sample.map((cells) => (cells[at] ?? '').normalize('NFKC').trim()).filter(Boolean);
  return values.filter(isEmail).length * 2 > values.length;
}

function getTarget(key: string, memory: Memory, custom: readonly Known[]): { target: string | null; sure: number } {
  if (!key) return { target: null, sure: 0 };
  const told = memory.get(key);
  if (told === '') return { target: null, sure: 2 };
  if (told !== undefined && (isFixedTarget(told) || custom.some((field) => field.key === told))) return { target: told, sure: 2 };
  const field = custom.find(({ key: own, labels }) => headKey(own) === key || labels.some((label) => headKey(label) === key));
  if (field) return { target: field.key, sure: 1 };
  const exact = fixedTargets.find((target) => aliases[target].includes(key));
  // "Nome" beside "First name" would both be the name: the whole name goes first.
  return { target: exact ?? null, sure: exact ? 1 : 0 };
}

export type MappingProblem = { column: number | null; target: string; code: 'missing' | 'twice' };

/** What is wrong with a mapping: a required target without a column, or one with two. */
export function mappingProblems(mapping: Mapping, alsoRequired: readonly string[] = []): MappingProblem[] {
  const problems: MappingProblem[] = [];
  for (const target of [...requiredTargets, ...alsoRequired])
    if (!mapping.includes(target)) problems.push({ column: null, target, code: 'missing' });
  mapping.forEach((target, column) => {
    if (target !== null && mapping.indexOf(target) !== column) problems.push({ column, target, code: 'twice' });
  });
  return problems;
}

/** Guesses which of the first rows is the header: the one with most known headings, else the first that has two cells, else the first. */
export function guessHeader(rows: readonly (readonly string[])[]): number {
  const known = (cells: readonly string[]) => cells.filter((cell) => getTarget(headKey(cell), new Map(), []).target !== null).length;
  const best = rows.reduce((found, cells, at) => (known(cells) > known(rows[found] ?? []) ? at : found), 0);
  if (known(rows[best] ?? []) > 0) return best;
  const wide = rows.findIndex((cells) => cells.filter((cell) => cell.trim() !== '').length > 1);
  return Math.max(0, wide);
}
