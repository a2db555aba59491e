import type { Profile } from '../access/profile.ts';
import type { Language } from '../session/languages.ts';
import { fold } from '../text/fold.ts';
import type { Position } from '../users/person.ts';

// Words that files use in the four languages, folded.
const profiles: Record<Profile, readonly string[]> = {
  admin: ['admin', 'administrador', 'administradora', 'administrador a', 'administrator', 'adm', 'gestor do portal'],
  user: [
    'user',
    'usuario',
    'usuaria',
    'usuario comum',
    'utilizador',
    'utilizadora',
    'comum',
    'leitor',
    'viewer',
    'reader',
    'lector',
    'normal',
    'padrao',
  ],
  master: ['master', 'parceiro', 'parceira', 'partner', 'socio', 'colaborador do parceiro'],
  a2m: ['a2m', 'plataforma', 'platform'],
};

const languages: Record<Language, readonly string[]> = {
  'pt-BR': [
    'pt br',
    'ptbr',
    'portugues',
    'portugues do brasil',
    'portugues brasil',
    'portugues brasileiro',
    'portuguese',
    'brazilian portuguese',
    'pt',
  ],
  'pt-PT': ['pt pt', 'ptpt', 'portugues de portugal', 'portugues portugal', 'portugues europeu', 'european portuguese'],
  es: ['es', 'es es', 'espanhol', 'espanol', 'castellano', 'castelhano', 'spanish'],
  'en-US': ['en us', 'enus', 'en', 'ingles', 'english'],
};

const positions: Record<Exclude<Position, 'other'>, readonly string[]> = {
  director: ['director', 'diretor', 'diretora', 'directora', 'diretor a'],
  supervisor: ['supervisor', 'supervisora', 'supervisor a'],
  manager: ['manager', 'gerente', 'gestor', 'gestora'],
  analyst: ['analyst', 'analista'],
};

const getKey = (text: string) =>
  fold(text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

function find<Code extends string>(words: Record<Code, readonly string[]>, text: string): Code | null {
  const key = getKey(text);
  const codes = Object.keys(words) as Code[]; // because Object.keys loses the literal type
  return codes.find((code) => getKey(code) === key || words[code].includes(key)) ?? null;
}

/** The profile in a file, by its code or its name in any of the languages. */
export const getProfile = (text: string): Profile | null => find(profiles, text);
export const getLanguage = (text: string): Language | null => find(languages, text);
/** One of the named positions; any other text is unchanged. */
export const getPosition = (text: string): string => find(positions, text) ?? text;
