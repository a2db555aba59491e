import type { Language } from '../../../domain/session/contract.ts';
import type { Context } from '../../http/context.ts';

const words: Record<Language, string> = {
  'pt-BR': 'Aplicativo autenticador',
  'en-US': 'Authenticator app',
  es: 'Aplicación de autenticación',
  'pt-PT': 'Aplicação de autenticação',
};

/** What the first app is called until its owner names it, in the language of the call. */
export const appName = (ctx: Context): string => words[ctx.language ?? ctx.tenant.language];
