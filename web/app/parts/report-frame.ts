/** Applies a captured state to the current report; false when the report refuses it. The frame's code is already loaded. */
export async function applyViewState(state: string): Promise<boolean> {
  const { drive } = await import('../../features/reports/layer/report-layer-store.ts');
  return drive('applyState', state);
}
