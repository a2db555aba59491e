import { Menu } from '@mantine/core';
import { useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from '../../i18n.ts';
import { Button } from '../Button.tsx';
import { IconButton } from '../IconButton.tsx';
import { IconDots } from '../icons.ts';
import type { BulkAction, SelectionControl } from './types.ts';

const gap = 8;
const menuWidth = 40;

/** How many actions fit on one line; the others go into a menu. All are rendered once, invisibly, to measure their widths. */
function useFit(count: number) {
  const box = useRef<HTMLDivElement>(null);
  const [fit, setFit] = useState(count);
  useLayoutEffect(() => {
    const bar = box.current;
    if (!bar) return;
    const widths = [...bar.children].slice(0, count).map((child) => child.getBoundingClientRect().width);
    const measure = () => {
      let used = 0;
      const room = bar.clientWidth;
      const ends = widths.map((width) => {
        used += width + gap;
        return used - gap;
      });
      const whole = (ends.at(-1) ?? 0) <= room;
      setFit(whole ? count : ends.filter((end) => end + gap + menuWidth <= room).length);
    };
    const watcher = new ResizeObserver(measure);
    watcher.observe(bar);
    measure();
    return () => watcher.disconnect();
  }, [count]);
  return { box, fit };
}

/** The actions on the selected rows, always on one line. */
export function BulkActions({ actions, selection }: { actions: readonly BulkAction[]; selection: SelectionControl }) {
  const { t } = useTranslation();
  const { box, fit } = useFit(actions.length);
  const folded = actions.slice(fit);
  return (
    <div ref={box} className="bulk-actions">
      {actions.slice(0, fit).map((action) => (
        <Button
          key={action.id}
          size="s"
          icon={action.icon}
          disabledReason={action.disabledReason}
          onClick={() => action.onClick(selection)}
        >
          {action.label}
        </Button>
      ))}
      {folded.length > 0 && (
        <Menu position="bottom-end" width={240} shadow="none" withinPortal>
          <Menu.Target>
            <IconButton icon={IconDots} iconSize={18} label={t('ui.table.moreActions')} />
          </Menu.Target>
          <Menu.Dropdown>
            {folded.map(({ id, label, icon: Glyph, danger, disabledReason, onClick }) => (
              <Menu.Item
                key={id}
                leftSection={Glyph && <Glyph size={17} stroke={1.8} aria-hidden="true" />}
                data-danger={danger || undefined}
                aria-disabled={disabledReason ? true : undefined}
                closeMenuOnClick={!disabledReason}
                onClick={disabledReason ? undefined : () => onClick(selection)}
              >
                {label}
                {disabledReason && <span className="row-menu-reason">{disabledReason}</span>}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
    </div>
  );
}
