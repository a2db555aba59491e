import type { Icon } from './icons.ts';
import './Segmented.css';

type Segment<Value extends string> = { value: Value; label: string; icon?: Icon };

type Props<Value extends string> = {
  label: string;
  segments: readonly Segment<Value>[];
  value: Value;
  onChange: (value: Value) => void;
  iconsOnly?: boolean;
};

/** A few mutually exclusive choices, all visible. */
export function Segmented<Value extends string>({ label, segments, value, onChange, iconsOnly = false }: Props<Value>) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset comes with a legend and cannot be laid out as a grid in every browser.
    <div className="segmented" role="group" aria-label={label}>
      {segments.map(({ value: own, label: name, icon: Glyph }) => (
        <button
          key={own}
          type="button"
          aria-pressed={own === value}
          onClick={() => onChange(own)}
          {...(iconsOnly ? { 'aria-label': name, 'data-tip': name } : {})}
        >
          {Glyph && <Glyph size={16} stroke={1.8} aria-hidden="true" />}
          {!iconsOnly && name}
        </button>
      ))}
    </div>
  );
}
