import { portal } from './world.ts';

/** The newest match in what was e-mailed to a user: its first group. */
async function foundInMailTo(address: string, pattern: RegExp): Promise<string> {
  for (let tries = 0; tries < 450; tries += 1) {
    // The catcher's own type is this.
    const mails = (await (await fetch(`${portal().mail}/api/messages`)).json()) as { to: string[]; text: string; id: number }[];
    const found = mails
      .filter((mail) => mail.to.includes(address))
      .toSorted((one, other) => other.id - one.id)
      .flatMap((mail) => pattern.exec(mail.text)?.[1] ?? []);
    if (found[0]) return found[0];
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error(`Nothing like ${pattern} reached ${address}`);
}

/** The newest link e-mailed to a user. */
export const linkTo = (address: string): Promise<string> => foundInMailTo(address, /(http\S+\/new\/password\/\S+)/);

/** The newest code for a first factor, from a mail in Brazilian Portuguese. */
export const factorCodeTo = (address: string): Promise<string> => foundInMailTo(address, /(\d{6}) é o seu código/);
