import { loginConfig } from '../../../domain/session/contract.ts';
import { bind } from '../../request/bind.ts';
import { getSignInConfig } from './sign-in-page.ts';

export const readSignInPage = bind(loginConfig, (_input, ctx) => getSignInConfig(ctx));
