import type { SignInPage } from '../../../domain/session/contract.ts';
import type { HostTenant } from '../../http/context.ts';

/** The ways in that a host offers. */
export const waysOf = (_tenant: HostTenant): SignInPage['ways'] => ['password', 'passkey'];
