import { Cover } from '../../ui/Cover.tsx';
import { IconBolt, IconBooks, IconFolder, IconFolders, IconLayoutDashboard, IconSettings, IconUser } from '../../ui/icons.ts';
import type { PaletteItem } from './palette-items.ts';

const glyphs = {
  group: IconFolders,
  subgroup: IconFolder,
  catalog: IconBooks,
  screen: IconLayoutDashboard,
  person: IconUser,
  setting: IconSettings,
  action: IconBolt,
} as const;

type Props = { item: PaletteItem; domId: string; active: boolean; onHover: () => void; onPress: (event: React.MouseEvent) => void };

/** One option. It never has focus, which stays in the search field. */
export function PaletteRow({ item, domId, active, onHover, onPress }: Props) {
  const Glyph = item.kind === 'report' ? null : glyphs[item.kind];
  return (
    // biome-ignore lint/a11y/useFocusableInteractive lint/a11y/useKeyWithClickEvents: the combobox above has focus and handles the keys.
    <div role="option" id={domId} aria-selected={active} className="palette-row" onPointerMove={onHover} onClick={onPress}>
      <span className="palette-picture" aria-hidden="true">
        {item.kind === 'report' && (
          <Cover
            seed={item.report.id}
            hue={item.report.group?.hue ?? 0}
            kind={item.report.cover.kind}
            picture={item.report.cover.file && `/storage/${encodeURIComponent(item.report.cover.file)}`}
            width={80}
            height={56}
          />
        )}
        {Glyph && <Glyph size={19} stroke={1.75} />}
      </span>
      <span className="palette-words">
        <b>{item.title}</b> {item.detail && <span className="palette-detail">{item.detail}</span>}
      </span>
      {active && (
        <span aria-hidden="true">
          <kbd className="kbd">Enter</kbd>
        </span>
      )}
    </div>
  );
}
