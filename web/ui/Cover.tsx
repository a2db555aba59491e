import { hueColor } from '../../domain/themes/hues.ts';
import type { LandscapeKind } from './landscape.ts';
import { Ridges } from './Ridges.tsx';
import { useDark } from './use-dark.ts';

const KINDS: readonly LandscapeKind[] = ['ridge', 'bars', 'dunes', 'contour', 'dots'];

function getKind(seed: string): LandscapeKind {
  let sum = 0;
  for (const character of seed) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) >>> 0;
  return KINDS[sum % KINDS.length] ?? 'ridge';
}

type Props = {
  /** The report's id: a report has the same cover everywhere. */
  seed: string;
  /** One of the eight hues: the group's number in order of creation. */
  hue: number;
  /** An uploaded picture replaces the landscape. */
  picture?: string | null;
  /** The tenant's own icon for reports without a cover, drawn on the group's colour. */
  icon?: string | null;
  kind?: LandscapeKind;
  width?: number;
  height?: number;
};

export function Cover({ seed, hue, picture, icon, kind, width = 320, height = 112 }: Props) {
  const dark = useDark();
  if (picture) return <img className="cover-picture" src={picture} alt="" loading="lazy" decoding="async" />;
  if (icon && !kind) {
    return (
      <span className="cover-icon" style={{ background: hueColor(hue) }}>
        <img src={icon} alt="" loading="lazy" decoding="async" />
      </span>
    );
  }
  return (
    <Ridges
      seed={`${seed}c`}
      base={hueColor(hue)}
      kind={kind ?? getKind(seed)}
      width={width}
      height={height}
      sun={dark ? '#E9C99A' : '#F6B26B'}
    />
  );
}
