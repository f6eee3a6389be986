// A canvas that fills its element, sharp on every screen.

export class Canvas {
  /**
   * @param {HTMLElement} parent
   * @param {string} label for those who do not see it
   * @param {() => void} resized
   */
  constructor(parent, label, resized) {
    this.element = document.createElement('canvas');
    this.element.setAttribute('role', 'img');
    this.element.setAttribute('aria-label', label);
    parent.append(this.element);
    this.width = 0;
    this.height = 0;
    this.context = /** @type {CanvasRenderingContext2D} */ (this.element.getContext('2d'));
    new ResizeObserver(() => { this.fit(); resized(); }).observe(parent);
    this.fit();
  }

  fit() {
    const parent = /** @type {HTMLElement} */ (this.element.parentElement);
    const ratio = Math.min(2, window.devicePixelRatio || 1);
    this.width = parent.clientWidth;
    this.height = parent.clientHeight;
    this.element.width = Math.max(1, Math.round(this.width * ratio));
    this.element.height = Math.max(1, Math.round(this.height * ratio));
    this.context.setTransform(ratio, 0, 0, ratio, 0, 0);
  }
}
