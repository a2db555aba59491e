import { portal } from './world.ts';

/** The newest link e-mailed to a user. */
export async function linkTo(address: string): Promise<string> {
  for (let tries = 0; tries < 450; tries += 1) {
    // The catcher's own type is this.
    const mails = (await (await fetch(`${portal().mail}/api/messages`)).json()) as { to: string[]; text: string; id: number }[];
    const found = mails
      .filter((mail) => mail.to.includes(address))
      .toSorted((one, other) => other.id - one.id)
      .flatMap((mail) => /http\S+\/new\/password\/\S+/.exec(mail.text)?.[0] ?? []);
    if (found[0]) return found[0];
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error(`No link reached ${address}`);
}
