import { changeOwnPassword } from './change-password.ts';
import { askForPassword } from './forgot-password.ts';
import { sendAccountMail } from './mail-account.ts';
import { readPasswordConfig } from './password-config.ts';
import { readOwnAccount } from './read-account.ts';
import { takeLink } from './set-password.ts';

export const routes = [readPasswordConfig, takeLink, askForPassword, readOwnAccount, changeOwnPassword, sendAccountMail];
