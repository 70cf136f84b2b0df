/**
 * A table of 50,000 rows scrolled as fast as a browser can: by wheel, by held keys, by dragging the scrollbar back and forth. A probe
 * examines every drawn frame: rows, or placeholders of rows being read, always fill the view, and the true rows arrive.
 */
import { join } from "node:path";
import { expect, firstOf, page, product, staff, test, useStaff } from "#tests/support/browser.ts";
import { writeManyDoors } from "#tests/support/many-doors.ts";
import { makeScratchFolder, removeScratchFolder } from "#tests/support/scratch.ts";
import { findProjectPage, makeReadyModel } from "#tests/support/ready-model.ts";
import { until } from "#tests/support/until.ts";

const DOORS = { count: 50_000, properties: 34 };
const cloudName = `Scrolling ${String(Date.now())}-${String(process.pid)}`;

useStaff({ viewport: { width: 1280, height: 900 } });

test.beforeAll(async () => {
  test.setTimeout(240_000);
  const folder = await makeScratchFolder("scrolling");
  const file = join(folder, "many-doors.ifc");
  await writeManyDoors(file, DOORS);
  const place = { cloud: cloudName, project: "Blok D" };
  const id = await makeReadyModel(product, { ...place, file });
  await removeScratchFolder(folder);
  await page.goto(`${await findProjectPage(staff, product, place)}/models/${String(id)}`);
  await page.getByRole("grid").waitFor();
  await page.getByRole("gridcell").first().waitFor();
});

type Frames = {
  frames: number;
  /** Frames in which the view moved: without any, the test would show nothing. */
  moved: number;
  /** Frames in which part of the view's height had no row, and the largest such part. */
  bare: number;
  barePxMax: number;
  /** Frames with rows that were still being read. */
  reading: number;
};

/** Examines each frame from now on until `stop` is called in the page. */
async function watchFrames(): Promise<() => Promise<Frames>> {
  await page.evaluate(() => {
    const found = { frames: 0, moved: 0, bare: 0, barePxMax: 0, reading: 0 };
    const probe = { found, isOver: false };
    Reflect.set(window, "porticoProbe", probe);
    const grid = document.querySelector("[role=grid]");
    const scroller = grid?.parentElement;
    if (!grid || !scroller) throw new Error("there is no grid");
    let lastTop = scroller.scrollTop;
    const look = (): void => {
      if (probe.isOver) return;
      const view = scroller.getBoundingClientRect();
      const heads = grid.querySelector("[role=rowgroup]")?.getBoundingClientRect();
      const top = heads?.bottom ?? view.top;
      const bottom = Math.min(view.top + scroller.clientHeight, grid.getBoundingClientRect().bottom);
      let covered = top;
      let isReading = false;
      const rows = [...grid.querySelectorAll("[role=row][aria-rowindex]")].slice(2);
      const places = rows.map((row) => ({ row, place: row.getBoundingClientRect() }));
      places.sort((a, b) => a.place.top - b.place.top);
      for (const { row, place } of places) {
        // A gap between two rows, or above the first one.
        if (place.bottom <= top || place.top >= bottom || place.top > covered + 1) continue;
        covered = Math.max(covered, place.bottom);
        if (row.getAttribute("aria-busy") === "true") isReading = true;
      }
      const barePx = Math.max(0, bottom - covered);
      found.frames += 1;
      if (scroller.scrollTop !== lastTop) found.moved += 1;
      if (barePx > 1) found.bare += 1;
      if (isReading) found.reading += 1;
      found.barePxMax = Math.max(found.barePxMax, barePx);
      lastTop = scroller.scrollTop;
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  return () =>
    page.evaluate(() => {
      const probe = Reflect.get(window, "porticoProbe") as { found: Frames; isOver: boolean };
      probe.isOver = true;
      return probe.found;
    });
}

/** Waits until every row of the view is read, and tells whether each is the door of its place. */
async function untilTrueRows(): Promise<void> {
  await until(
    "the true rows are there",
    async () => {
      const rows = await page.evaluate(() => {
        const view = document.querySelector("[role=grid]")?.parentElement?.getBoundingClientRect();
        return [...document.querySelectorAll("[role=grid] [role=row][aria-rowindex]")]
          .slice(2)
          .flatMap((row) => {
            const place = row.getBoundingClientRect();
            if (!view || place.bottom < view.top || place.top > view.bottom) return [];
            const index = Number(row.getAttribute("aria-rowindex")) - 3;
            return [{ index, isBusy: row.getAttribute("aria-busy") === "true", text: row.textContent }];
          });
      });
      if (rows.length < 10 || rows.some(({ isBusy }) => isBusy)) return false;
      for (const { index, text } of rows) expect(text).toContain(`Door ${String(index)}`);
      return true;
    },
    60_000,
  );
}

async function scrolledPx(): Promise<number> {
  return page.evaluate(() => {
    const scroller = document.querySelector("[role=grid]")?.parentElement;
    return scroller?.scrollTop ?? 0;
  });
}

test("the probe sees a view without rows", async () => {
  const stop = await watchFrames();
  await page.evaluate(async () => {
    const body = document.querySelector<HTMLElement>("[role=grid] [role=rowgroup]:last-child");
    if (body) body.hidden = true;
    for (let frame = 0; frame < 3; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
    if (body) body.hidden = false;
  });
  const found = await stop();
  expect(found.bare).toBeGreaterThan(0);
  expect(found.barePxMax).toBeGreaterThan(200);
});

test("the wheel turned without a pause leaves no part of the view without rows", async () => {
  const stop = await watchFrames();
  const box = await page.getByRole("grid").boundingBox();
  await page.mouse.move((box?.x ?? 0) + 400, (box?.y ?? 0) + 300);
  for (let turn = 0; turn < 30; turn += 1) await page.mouse.wheel(0, turn % 15 === 14 ? -900 : 2_500);
  const down = await scrolledPx();
  await untilTrueRows();
  const found = await stop();
  expect(down).toBeGreaterThan(20_000);
  expect(found).toMatchObject({ bare: 0 });
  expect(found.moved).toBeGreaterThan(20);
});

test("keys held down, and Ctrl End and Ctrl Home, leave none either", async () => {
  const stop = await watchFrames();
  await page.getByRole("gridcell").first().focus();
  for (let press = 0; press < 40; press += 1) await page.keyboard.press("PageDown");
  await untilTrueRows();
  await page.keyboard.press("Control+End");
  await firstOf(page.getByRole("rowheader", { name: `Door ${String(DOORS.count - 1)}`, exact: true }));
  await untilTrueRows();
  await page.keyboard.press("Control+Home");
  await page.getByRole("rowheader", { name: "Door 0", exact: true }).first().waitFor();
  const found = await stop();
  expect(found).toMatchObject({ bare: 0 });
  expect(found.moved).toBeGreaterThan(20);
});

test("the scrollbar thrown to any place shows rows at once, and the true ones when they came", async () => {
  const stop = await watchFrames();
  for (const share of [0.5, 0.1, 0.93, 0.33, 0.77, 0.02, 0.97, 0.61]) {
    await page.evaluate(async (part) => {
      const scroller = document.querySelector("[role=grid]")?.parentElement;
      if (scroller) scroller.scrollTop = part * scroller.scrollHeight;
      // Two frames a move, as when a hand keeps holding the scrollbar.
      for (let frame = 0; frame < 2; frame += 1)
        await new Promise((resolve) => requestAnimationFrame(resolve));
    }, share);
  }
  await untilTrueRows();
  const found = await stop();
  expect(found).toMatchObject({ bare: 0 });
  expect(found.reading, "some places were not read yet when they were seen").toBeGreaterThan(0);
});

test("a scroll that begins at the moment when the last one counts as over shows rows at once", async () => {
  const stop = await watchFrames();
  await page.evaluate(async () => {
    const scroller = document.querySelector("[role=grid]")?.parentElement;
    if (!scroller) throw new Error("there is no grid");
    const busyFor = (ms: number): void => {
      const end = performance.now() + ms;
      while (performance.now() < end);
    };
    for (let turn = 1; turn <= 20; turn += 1) {
      const scrolled = new Promise((resolve) => scroller.addEventListener("scroll", resolve, { once: true }));
      scroller.scrollTop = turn * 20_000;
      await scrolled;
      // TanStack Virtual's own timer for the end of a scroll takes 150 ms: it would come between these two, when the next scroll has begun
      // and its event has not come yet.
      setTimeout(() => {
        busyFor(20);
        scroller.scrollTop = turn * 20_000 + 500_000;
      }, 140);
      await new Promise<void>((resolve) => {
        setTimeout(() => {
          busyFor(40);
          resolve();
        }, 152);
      });
      for (let frame = 0; frame < 2; frame += 1)
        await new Promise((resolve) => requestAnimationFrame(resolve));
    }
  });
  await untilTrueRows();
  expect(await stop()).toMatchObject({ bare: 0 });
});
