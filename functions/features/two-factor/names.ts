import type { Language } from '../../../domain/session/languages.ts';
import type { Context } from '../../request/context.ts';

const words: Record<Language, Record<'totp' | 'passkey', string>> = {
  'pt-BR': { totp: 'Aplicativo autenticador', passkey: 'Chave de acesso' },
  'en-US': { totp: 'Authenticator app', passkey: 'Passkey' },
  es: { totp: 'Aplicación de autenticación', passkey: 'Llave de acceso' },
  'pt-PT': { totp: 'Aplicação de autenticação', passkey: 'Chave de acesso' },
};

/** The first factor's name until its owner renames it, in the language of the call. */
export const firstName = (ctx: Context, kind: 'totp' | 'passkey'): string => words[ctx.language ?? ctx.tenant.language][kind];
