import { Popover } from '@mantine/core';
import { useEffect } from 'react';
import type { ViewerAction, ViewerPart } from '../../../app/parts/viewer-parts.ts';
import { Button } from '../../../ui/Button.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { IconChevronDown } from '../../../ui/icons.ts';

/** The label of an action with its shortcut, for its tooltip. */
const labelWithKey = ({ label, key }: ViewerAction): string => (key ? `${label} (${key.toUpperCase()})` : label);

function Trigger({ action, opens }: { action: ViewerAction; opens: boolean | undefined }) {
  const { icon, label, pressed, count, run, at, disabledReason } = action;
  const state = { 'aria-pressed': pressed, 'aria-expanded': opens, 'aria-haspopup': opens === undefined ? undefined : ('dialog' as const) };
  if (at !== 'named')
    return (
      <IconButton icon={icon} label={labelWithKey(action)} onClick={run} disabledReason={disabledReason} dot={Boolean(count)} {...state} />
    );
  return (
    <Button size="s" icon={icon} data-tip={labelWithKey(action)} onClick={run} disabledReason={disabledReason} {...state}>
      <span className="part-label">{label}</span>
      {count ? <span className="part-count num">{count}</span> : null}
      {opens !== undefined && <IconChevronDown size={14} stroke={2} aria-hidden="true" />}
    </Button>
  );
}

/** A click into the report's frame sends no event to this page; the page only loses focus. */
function useCloseOnFrame(opened: boolean, close: () => void): void {
  useEffect(() => {
    if (!opened) return;
    const onBlur = () => document.activeElement instanceof HTMLIFrameElement && close();
    window.addEventListener('blur', onBlur);
    return () => window.removeEventListener('blur', onBlur);
  }, [opened, close]);
}

/** One action in the bar; its panel opens below it. */
export function PartButton({ part }: { part: ViewerPart & { action: ViewerAction } }) {
  const { action, panel } = part;
  useCloseOnFrame(panel?.opened ?? false, panel?.close ?? action.run);
  if (!panel) return <Trigger action={action} opens={undefined} />;
  return (
    <Popover
      opened={panel.opened}
      onChange={(opened) => !opened && panel.close()}
      position="bottom-end"
      width={380}
      trapFocus
      returnFocus
      withRoles={false}
    >
      <Popover.Target>
        <span className="part-target">
          <Trigger action={action} opens={panel.opened} />
        </span>
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label={panel.title}>
        <h2 className="h3 part-title" tabIndex={-1}>
          {panel.title}
        </h2>
        {panel.content}
      </Popover.Dropdown>
    </Popover>
  );
}
