import { useRef, useState } from 'react';
import { signInPage } from '../../app/start/boot.ts';
import { Notice } from '../../ui/Notice.tsx';
import { HoursBelow } from './HoursBelow.tsx';
import { PasskeyButton } from './PasskeyButton.tsx';
import { WaysIn } from './WaysIn.tsx';

/** The sign-in methods of a unit without passwords: its providers and passkeys. */
export function OtherWays({ email = new URLSearchParams(location.search).get('email') ?? '' }: { email?: string }) {
  const [problem, setProblem] = useState<{ words: string; error: unknown } | null>(null);
  const box = useRef<HTMLDivElement>(null);
  const tell = (words: string | null, error?: unknown) => {
    setProblem(words === null ? null : { words, error });
    if (words !== null) requestAnimationFrame(() => box.current?.focus());
  };
  return (
    <div className="other-ways">
      {problem !== null && (
        <div ref={box} tabIndex={-1} className="sign-in-problem">
          <Notice tone="err">
            {problem.words}
            <HoursBelow error={problem.error} />
          </Notice>
        </div>
      )}
      <WaysIn apps={signInPage?.apps ?? []} email={email} only onProblem={tell} />
      {signInPage?.ways.includes('passkey') && <PasskeyButton onProblem={tell} />}
    </div>
  );
}
