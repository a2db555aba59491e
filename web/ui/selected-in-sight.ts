const selected = '[aria-selected="true"], [aria-current]:not([aria-current="false"])';

/**
 * Keeps the selected element of a row that scrolls sideways in view: when the row appears, when another one is selected, and when counts,
 * fonts or a new width move it. `room` stays free beside it. Returns how to stop.
 */
export function keepInSight(row: HTMLElement, room = 0): () => void {
  const reveal = () => {
    const one = row.querySelector(selected)?.getBoundingClientRect();
    const box = row.getBoundingClientRect();
    if (!one || box.width === 0) return;
    if (one.left - room < box.left) row.scrollLeft -= box.left - one.left + room;
    else if (one.right + room > box.right) row.scrollLeft += one.right + room - box.right;
  };
  const sizes = new ResizeObserver(reveal);
  const begin = () => {
    sizes.disconnect();
    for (const one of [row, ...row.children]) sizes.observe(one);
    reveal();
  };
  const changes = new MutationObserver(begin);
  changes.observe(row, { childList: true, subtree: true, attributes: true, attributeFilter: ['aria-selected', 'aria-current'] });
  begin();
  return () => {
    sizes.disconnect();
    changes.disconnect();
  };
}

const roomOfChips = 16;
/** The same as the ref of a row of chips. */
export const selectedInSight = (row: HTMLElement | null) => (row ? keepInSight(row, roomOfChips) : undefined);
