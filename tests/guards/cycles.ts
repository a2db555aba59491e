import { getImports, getTarget, type SourceFile } from './imports.ts';

/**
 * Groups of files that import each other in a circle, types and import() included: none of them can be read, moved or tested without
 * the others. Tarjan's strongly connected components.
 */
export function cyclesIn(files: readonly SourceFile[]): string[][] {
  const imports = new Map(files.map((file) => [file.path, [...new Set(getImports(file.text).map((item) => getTarget(file.path, item)))]]));
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const stack: string[] = [];
  const cycles: string[][] = [];

  function visit(path: string): number {
    const own = order.size;
    order.set(path, own);
    lowest.set(path, own);
    stack.push(path);
    for (const target of imports.get(path) ?? []) {
      if (!imports.has(target)) continue;
      if (!order.has(target)) lowest.set(path, Math.min(getLowest(path), visit(target)));
      else if (stack.includes(target)) lowest.set(path, Math.min(getLowest(path), order.get(target) ?? own));
    }
    if (getLowest(path) === own) {
      const members = stack.splice(stack.indexOf(path));
      if (members.length > 1 || imports.get(path)?.includes(path)) cycles.push(members.toSorted());
    }
    return getLowest(path);
  }
  const getLowest = (path: string) => lowest.get(path) ?? 0;

  for (const path of imports.keys()) if (!order.has(path)) visit(path);
  return cycles;
}
