/** The eight hues of groups, in the order of creation; used only for the menu square and the covers. */
export const GROUP_HUES = [
  { name: 'teal', color: '#0C6B6E' },
  { name: 'blue', color: '#3A5BA8' },
  { name: 'amber', color: '#A8622A' },
  { name: 'violet', color: '#6B4C9A' },
  { name: 'rose', color: '#A33E62' },
  { name: 'olive', color: '#5C7A2E' },
  { name: 'slate', color: '#51677F' },
  { name: 'brick', color: '#9C4A37' },
] as const;

/** The colour of the group created as number `index`; the ninth group takes the first hue again. */
export function hueColor(index: number): string {
  const position = ((Math.trunc(index) % GROUP_HUES.length) + GROUP_HUES.length) % GROUP_HUES.length;
  return (GROUP_HUES[position] ?? GROUP_HUES[0]).color;
}
