import type { TestProject } from 'vitest/node';

/** How many workers this run of a project uses: a single file needs one. */
export async function workersFor(project: TestProject): Promise<number> {
  const chosen = new Set(project.vitest.state.getPaths());
  const { testFiles } = await project.globTestFiles();
  return Math.max(1, Math.min(project.config.maxWorkers, testFiles.filter((file) => chosen.has(file)).length));
}
