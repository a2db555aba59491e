import { describe, expect, test } from 'vitest';
import { Stopped } from '../stopped.ts';
import { readWish } from './wish.ts';

const read = (...args: string[]) => readWish(args, (env) => (env === 'production' ? 'mirante.app' : `${env}.mirante.app`));
const least = ['--host', 'app.mirante.app', '--email', 'Ana.Reis@Example.com'];

describe('the options of npm run bootstrap', () => {
  test('require a host and an address; the others have defaults', () => {
    expect(read(...least)).toEqual({
      ...{ host: 'app.mirante.app', email: 'ana.reis@example.com', name: 'Ana Reis', tenant: 'Mirante' },
      ...{ language: 'pt-BR', zone: 'America/Sao_Paulo', env: 'production', isMailed: false, isAgain: false },
    });
  });

  test('accept names, language and time zone, and the product’s own host', () => {
    const more = ['--name', ' Ana  R. ', '--tenant', 'Farol', '--language', 'es', '--timezone', 'Europe/Madrid', '--mail', '--again'];
    expect(read('--host', 'mirante.app', '--email', 'ana@example.com', ...more)).toMatchObject({
      ...{ host: 'mirante.app', name: 'Ana R.', tenant: 'Farol', language: 'es', zone: 'Europe/Madrid', isMailed: true, isAgain: true },
    });
  });

  test('each installation has its own host', () => {
    const args = ['--env', 'staging', '--email', 'ana@example.com', '--host'];
    expect(read(...args, 'staging.mirante.app')).toMatchObject({ env: 'staging', host: 'staging.mirante.app' });
    expect(() => read(...args, 'app.mirante.app')).toThrow('--host app.mirante.app');
  });

  test.each([
    ['a scheme', ['--host', 'https://app.mirante.app', '--email', 'a@b.test'], '--host https://app.mirante.app: a host name'],
    ['a port', ['--host', 'app.mirante.app:443', '--email', 'a@b.test'], '--host app.mirante.app:443'],
    ['two names before the product’s', ['--host', 'a.b.mirante.app', '--email', 'a@b.test'], '--host a.b.mirante.app'],
    ['another product', ['--host', 'app.evil.test', '--email', 'a@b.test'], '--host app.evil.test'],
    ['one that only ends alike', ['--host', 'notmirante.app', '--email', 'a@b.test'], '--host notmirante.app'],
    ['capital letters', ['--host', 'App.mirante.app', '--email', 'a@b.test'], '--host App.mirante.app'],
    ['a hyphen at the end', ['--host', 'app-.mirante.app', '--email', 'a@b.test'], '--host app-.mirante.app'],
    ['no host', ['--email', 'a@b.test'], '--host is missing'],
    ['no address', ['--host', 'mirante.app'], '--email is missing'],
    ['a malformed address', ['--host', 'mirante.app', '--email', 'ana@'], '--email ana@: no e-mail address'],
    ['an address that nothing reaches', ['--host', 'mirante.app', '--email', 'a@no-address.invalid'], 'no e-mail address'],
    ['a name that shows nothing', [...least, '--name', '\u0301'], 'a name with letters'],
    ['a language that is none', [...least, '--language', 'fr'], '--language fr: one of pt-BR'],
    ['a zone that is none', [...least, '--timezone', 'Mars/Base'], '--timezone Mars/Base: no such time zone'],
    ['an unknown option', [...least, '--hots', 'x'], "Unknown option '--hots'"],
    ['a stray word', [...least, 'now'], 'now'],
  ])('%s is refused, with the usage', (_, args, said) => {
    expect(() => read(...args)).toThrow(Stopped);
    expect(() => read(...args)).toThrow(said);
    expect(() => read(...args)).toThrow('npm run bootstrap -- --host');
  });

  test('all faults are reported at once', () => {
    expect(() => read('--host', 'x', '--email', 'y')).toThrow(/--host x(.|\n)*--email y/);
  });
});
