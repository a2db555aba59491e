import type { PasswordConfig } from '../../../domain/accounts/contract.ts';

export type OpenedLink = PasswordConfig & { link: NonNullable<PasswordConfig['link']> };
