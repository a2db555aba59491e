import { useState } from 'react';
import './Avatar.css';

function getInitials(name: string): string {
  const words = name.trim().split(/\s+/u);
  const [first, last] = [words[0] ?? '', words.length > 1 ? (words.at(-1) ?? '') : ''];
  return ([...first][0] ?? '').concat([...last][0] ?? '').toUpperCase();
}

function getHue(name: string): number {
  let sum = 0;
  for (const character of name) sum += character.codePointAt(0) ?? 0;
  return (sum * 47) % 360;
}

type Props = { name: string; size?: number; picture?: string | null };

/** A user's picture or initials. Decorative: the name is beside it or labels the control around it. */
export function Avatar({ name, size = 32, picture }: Props) {
  const box = { width: size, height: size };
  // A picture's address expires; initials replace it until a fresh address arrives.
  const [lost, setLost] = useState<string | null>(null);
  if (picture && picture !== lost)
    return <img className="avatar" src={picture} alt="" style={box} loading="lazy" decoding="async" onError={() => setLost(picture)} />;
  const hue = getHue(name);
  return (
    <span
      className="avatar"
      aria-hidden="true"
      style={{ ...box, fontSize: size * 0.37, background: `oklch(0.88 0.05 ${hue})`, color: `oklch(0.36 0.09 ${hue})` }}
    >
      {getInitials(name)}
    </span>
  );
}
