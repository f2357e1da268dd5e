import { expect, test } from 'vitest'
import {
  canPan,
  FIT,
  fitScale,
  panBy,
  placed,
  sizeOfResolution,
  stepZoom,
  toggleWhole,
  type Zoom,
  zoomBy,
  type ZoomFrame,
  zoomShare
} from './zoom.ts'

const frame: ZoomFrame = {
  stage: { width: 1140, height: 820 },
  picture: { width: 1024, height: 1024 },
  pixelRatio: 1
}

test('leaves a margin around a picture that fits', () => {
  expect(fitScale(frame) * 1024).toBeCloseTo(772)
  expect(zoomShare(FIT, frame)).toBeCloseTo(0.754, 3)
})

test.each([
  ['a small picture is enlarged to fit, within reason', { width: 256, height: 256 }, 2],
  ['a wide one is bound by the width', { width: 2184, height: 100 }, 0.5]
])('%s', (_name, picture, scale) => {
  expect(fitScale({ ...frame, picture })).toBeCloseTo(scale)
})

test.each([
  [20_000, 100, 0.0546],
  [100, 20_000, 0.0386],
  [60_000, 1_000, 0.0182]
])('shows a picture of %i x %i whole, and never smaller than that', (width, height, share) => {
  const long = { ...frame, picture: { width, height } }
  expect(zoomShare(FIT, long)).toBeCloseTo(share, 4)
  const far = zoomBy(toggleWhole(FIT, long), long, { factor: 1e-9, at: { x: 0, y: 0 } })
  expect(zoomShare(far, long)).toBeCloseTo(Math.min(share, 0.05), 4)
})

test('has a scale on a stage without space', () => {
  expect(fitScale({ ...frame, stage: { width: 0, height: 0 } })).toBeGreaterThan(0)
})

test('draws one pixel of the picture per pixel of the screen at 100 %', () => {
  for (const pixelRatio of [1, 2]) {
    expect(zoomShare(toggleWhole(FIT, { ...frame, pixelRatio }), { ...frame, pixelRatio })).toBeCloseTo(1)
  }
})

test('returns to fit from 100 %', () => {
  expect(toggleWhole(toggleWhole(FIT, frame), frame)).toEqual(FIT)
})

test('keeps the point under the pointer in place', () => {
  const at = { x: 150, y: -90 }
  const inPicture = (zoom: Zoom) => {
    const { scale, x, y } = placed(zoom, frame)
    return { x: (at.x - x) / scale, y: (at.y - y) / scale }
  }
  const near = toggleWhole(FIT, frame, at)
  const nearer = zoomBy(near, frame, { factor: 2, at })
  expect(inPicture(near).y).toBeCloseTo(inPicture(FIT).y)
  expect(inPicture(nearer).x).toBeCloseTo(inPicture(near).x)
  expect(inPicture(nearer).y).toBeCloseTo(inPicture(near).y)
})

test('keeps the picture on the stage, and does not move one that fits', () => {
  const large = zoomBy(FIT, frame, { factor: 4, at: { x: 0, y: 0 } })
  const { scale } = placed(large, frame)
  expect(panBy(large, frame, { x: 99_999, y: -99_999 })).toEqual({
    kind: 'scale',
    scale,
    x: (1024 * scale - 1140) / 2,
    y: -(1024 * scale - 820) / 2
  })
  expect(panBy(FIT, frame, { x: 50, y: 50 })).toEqual(FIT)
  expect([canPan(FIT, frame), canPan(large, frame)]).toEqual([false, true])
})

test('has a smallest and a largest scale', () => {
  const far = zoomBy(FIT, frame, { factor: 1e-9, at: { x: 0, y: 0 } })
  const near = zoomBy(FIT, frame, { factor: 1e9, at: { x: 0, y: 0 } })
  expect(zoomShare(far, frame)).toBeCloseTo(0.05)
  expect(zoomShare(near, frame)).toBeCloseTo(8)
})

test('reverses a step in with a step out', () => {
  const before = toggleWhole(FIT, frame)
  const after = stepZoom(stepZoom(before, frame, { direction: 'in' }), frame, { direction: 'out' })
  expect(placed(after, frame).scale).toBeCloseTo(placed(before, frame).scale)
})

test.each([
  ['512x512', 512, 512],
  ['640x480', 640, 480],
  ['large', 1024, 1024],
  ['0x0', 1024, 1024],
  [null, 1024, 1024]
])('%s is %i by %i', (resolution, width, height) => {
  expect(sizeOfResolution(resolution)).toEqual({ width, height })
})
